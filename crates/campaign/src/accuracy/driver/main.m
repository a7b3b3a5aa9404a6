% The last part of a driver: runs every mutant of a range in a process of its own and prints a line for each.
%
%     driver.m DATA SECONDS FIRST LAST STEP
%
% The mutants are the files mutant_K.m of this folder. See main.c for data and rows.

function calls = lydian_read(path)
  file = fopen(path, "rb");
  numbers = fread(file, Inf, "double", 0, "ieee-le");
  fclose(file);
  at = 2;
  calls = cell(1, numbers(1));
  for i = 1:numbers(1)
    call.problem = numbers(at) + 1;
    call.most = numbers(at + 1);
    inputs = numbers(at + 2);
    call.in = numbers(at + 3 : at + 2 + inputs);
    at = at + 3 + inputs;
    answers = numbers(at);
    call.expected = reshape(numbers(at + 1 : at + 2 * answers), 2, answers);
    at = at + 1 + 2 * answers;
    calls{i} = call;
  end
end

% The greatest distance from the right answers; NaN if an answer is not finite.
function worst = lydian_error(out, expected)
  worst = NaN;
  if isnumeric(out) && isreal(out) && numel(out) == columns(expected)
    errors = abs((double(out(:)') - expected(1, :)) - expected(2, :));
    if all(isfinite(errors))
      worst = max(errors);
    end
  end
end

function numbers = lydian_calls(calls)
  global lydian_work lydian_most
  count = numel(calls);
  numbers = zeros(2, count);
  for i = 1:count
    lydian_work = 0;
    lydian_most = calls{i}.most;
    try
      numbers(1, i) = lydian_error(lydian_call(calls{i}.problem, calls{i}.in), calls{i}.expected);
    catch failure
      if strcmp(failure.identifier, "lydian:overworked")
        rethrow(failure);
      end
      numbers(1, i) = NaN;
    end
    numbers(2, i) = lydian_work;
  end
end

% Leaves its end and its numbers in a file, and then ends at once: an interpreter that is left in order may talk.
function lydian_become(mutant, calls, path)
  nowhere = fopen("/dev/null", "w");
  dup2(nowhere, stdout);
  dup2(nowhere, stderr);
  ending = "load";
  numbers = [];
  try
    source(sprintf("mutant_%d.m", mutant));
    ending = "error";
    numbers = lydian_calls(calls);
    ending = "ok";
  catch failure
    if strcmp(failure.identifier, "lydian:overworked")
      ending = "overworked";
    end
  end
  file = fopen(path, "w");
  fprintf(file, "%s", ending);
  if ! isempty(numbers)
    bits = typecast([numbers(1, :), numbers(2, :)], "uint64");
    fprintf(file, "|%s end", sprintf(" %x", bits));
  end
  fclose(file);
  kill(getpid(), 9);
end

% Waits for the end of a process, and makes it end when its time is over.
function overdue = lydian_wait(child, seconds)
  begun = time();
  overdue = false;
  nap = 0.0005;
  while waitpid(child, WNOHANG) == 0
    if ! overdue && time() - begun > seconds
      kill(child, 9);
      overdue = true;
    end
    pause(nap);
    nap = min(2 * nap, 0.01);
  end
end

function lydian_row(mutant, seconds, calls)
  path = sprintf("row_%d", mutant);
  begun = time();
  child = fork();
  if child == 0
    lydian_become(mutant, calls, path);
  end
  overdue = lydian_wait(child, seconds);
  micros = 1e6 * (time() - begun);
  text = "";
  if exist(path, "file")
    text = fileread(path);
    delete(path);
  end
  parts = strsplit(text, "|");
  if numel(parts) == 2 && numel(parts{2}) > 4 && strcmp(parts{2}(end - 3 : end), " end")
    printf("row %d ok %d%s\n", mutant, round(micros), parts{2}(1 : end - 4));
  elseif overdue
    printf("row %d time %d\n", mutant, round(micros));
  elseif isempty(text)
    printf("row %d signal-9 %d\n", mutant, round(micros));
  else
    printf("row %d %s %d\n", mutant, parts{1}, round(micros));
  end
  fflush(stdout);
end

function lydian_main(arguments)
  calls = lydian_read(arguments{1});
  numbers = cellfun(@str2double, arguments(2:5));
  for mutant = numbers(2) : numbers(4) : numbers(3)
    lydian_row(mutant, numbers(1), calls);
  end
end

lydian_main(argv()(end - 4 : end));
