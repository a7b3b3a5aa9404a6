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
    call.seconds = numbers(at + 2);
    inputs = numbers(at + 3);
    call.in = numbers(at + 4 : at + 3 + inputs);
    at = at + 4 + inputs;
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

% Error, work and seconds of each call. Before each call the file `progress` gets its number and the processor time so far.
function numbers = lydian_calls(calls, seconds, progress)
  global lydian_work lydian_most
  count = numel(calls);
  numbers = zeros(3, count);
  for i = 1:count
    lydian_work = 0;
    lydian_most = calls{i}.most;
    begun = cputime();
    frewind(progress);
    fprintf(progress, "%d %.4f \n", i, begun);
    fflush(progress);
    try
      numbers(1, i) = lydian_error(lydian_call(calls{i}.problem, calls{i}.in), calls{i}.expected);
    catch failure
      if strcmp(failure.identifier, "lydian:overworked")
        rethrow(failure);
      end
      numbers(1, i) = NaN;
    end
    ended = cputime();
    numbers(2, i) = lydian_work;
    numbers(3, i) = ended - begun;
    if ended - begun > calls{i}.seconds || ended > seconds
      error("lydian:late", "too long");
    end
  end
end

% Leaves its end and its numbers in a file, and then ends at once: an interpreter that is left in order may talk.
function lydian_become(mutant, calls, seconds, paths)
  nowhere = fopen("/dev/null", "w");
  dup2(nowhere, stdout);
  dup2(nowhere, stderr);
  progress = fopen(paths{2}, "w");
  ending = "load";
  numbers = [];
  try
    source(sprintf("mutant_%d.m", mutant));
    ending = "error";
    numbers = lydian_calls(calls, seconds, progress);
    ending = "ok";
  catch failure
    if any(strcmp(failure.identifier, {"lydian:overworked", "lydian:late"}))
      ending = failure.identifier(8:end);
    end
  end
  file = fopen(paths{1}, "w");
  fprintf(file, "%s", ending);
  if ! isempty(numbers)
    bits = typecast([numbers(1, :), numbers(2, :), numbers(3, :)], "uint64");
    fprintf(file, "|%s end", sprintf(" %x", bits));
  end
  fclose(file);
  kill(getpid(), 9);
end

function text = lydian_text(path)
  text = "";
  try
    text = fileread(path);
  end
end

% Processor time of a process: its user and system time are the 14th and 15th field, in hundredths of a second.
function used = lydian_used(process)
  text = lydian_text(sprintf("/proc/%d/stat", process));
  used = 0;
  % The second field ends with a bracket, the third is a letter.
  fields = sscanf(text(rindex(text, ")") + 4 : end), "%f", 12);
  if numel(fields) == 12
    used = (fields(11) + fields(12)) / 100;
  end
end

% Whether a process took too long for its present call, or for all of them.
function late = lydian_late(process, calls, seconds, path)
  used = lydian_used(process);
  at = sscanf(lydian_text(path), "%d %f");
  late = used > seconds;
  if numel(at) == 2 && at(1) >= 1 && at(1) <= numel(calls)
    late = late || used - at(2) > calls{at(1)}.seconds;
  end
end

% Waits for the end of a process. It is ended when its processor time is over, or when it sleeps: then its end has a name.
function ending = lydian_wait(child, calls, seconds, path)
  begun = time();
  look = begun + 0.2;
  ending = "";
  nap = 0.001;
  while waitpid(child, WNOHANG) == 0
    % To look costs time, too, and no limit is as short as this.
    if isempty(ending) && time() > look
      look = time() + 0.05;
      ending = lydian_overdue(child, calls, seconds, path, begun);
    end
    pause(nap);
    nap = min(2 * nap, 0.02);
  end
end

function ending = lydian_overdue(child, calls, seconds, path, begun)
  ending = "";
  if lydian_late(child, calls, seconds, path)
    ending = "late";
  elseif time() - begun > 10 + 20 * seconds
    ending = "signal-14";
  end
  if ! isempty(ending)
    kill(child, 9);
  end
end

function lydian_row(mutant, seconds, calls)
  paths = {sprintf("row_%d", mutant), sprintf("progress_%d", mutant)};
  child = fork();
  if child == 0
    lydian_become(mutant, calls, seconds, paths);
  end
  ending = lydian_wait(child, calls, seconds, paths{2});
  text = lydian_text(paths{1});
  for k = 1:2
    % With answers asked for, a file that is not there is no error.
    [~, ~] = unlink(paths{k});
  end
  parts = strsplit(text, "|");
  if numel(parts) == 2 && numel(parts{2}) > 4 && strcmp(parts{2}(end - 3 : end), " end")
    printf("row %d ok%s\n", mutant, parts{2}(1 : end - 4));
  elseif ! isempty(ending)
    printf("row %d %s\n", mutant, ending);
  elseif isempty(text)
    printf("row %d signal-9\n", mutant);
  else
    printf("row %d %s\n", mutant, parts{1});
  end
  fflush(stdout);
end

function lydian_main(arguments)
  % Advice on names that are not defined takes time.
  missing_function_hook("");
  calls = lydian_read(arguments{1});
  numbers = cellfun(@str2double, arguments(2:5));
  for mutant = numbers(2) : numbers(4) : numbers(3)
    lydian_row(mutant, numbers(1), calls);
  end
end

lydian_main(argv()(end - 4 : end));
