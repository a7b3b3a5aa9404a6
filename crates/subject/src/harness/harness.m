% The loop of a worker in GNU Octave: a line of inputs in, a line with the answer out, on pipes of its own.
% Doubles travel as the 16 hexadecimal digits of their bits. Each answer begins with the word that its question began with.
1;

function text = lydian_answer(y)
  if ! (isnumeric(y) || islogical(y)) || ! isscalar(y)
    text = ["broken returned a " class(y) " of size " strjoin(strsplit(num2str(size(y))), "x") ", which is no number"];
  elseif iscomplex(y)
    text = "rejected returned a complex number";
  elseif isfloat(y)
    text = ["value " class(y) " " num2hex(full(y))];
  else
    if islogical(y) y = uint8(y); end
    text = ["value " class(y) " " sprintf("%02x", fliplr(typecast(y, "uint8")))];
  end
end

% A result of the interface: its class, then its numbers in the order of its columns.
function text = lydian_part(y)
  if ! (isnumeric(y) || islogical(y))
    error("Lydian:no-number", "returned a %s, which is no number", class(y));
  elseif iscomplex(y)
    error("returned a complex number");
  elseif isfloat(y)
    text = [class(y) sprintf(" %s", cellstr(num2hex(full(y(:)))){:})];
  else
    if islogical(y) y = uint8(y); end
    bytes = flipud(reshape(typecast(y(:), "uint8"), sizeof(y(1)), []));
    digits = reshape(sprintf("%02x", bytes), 2 * sizeof(y(1)), [])';
    text = [class(y) sprintf(" %s", cellstr(digits){:})];
  end
end

% Numbers as arguments: "-" is one of them, n is a row of n.
function x = lydian_arguments_of(numbers, shapes)
  x = {};
  at = 0;
  for shape = shapes
    n = str2double(shape{1});
    if isnan(n) n = 1; end
    x{end + 1} = reshape(numbers(at + (1:n)), 1, n);
    at += n;
  end
end

function text = lydian_call(name, numbers, shapes, results)
  if results == 0
    x = num2cell(numbers);
    text = lydian_answer(feval(name, x{:}));
    return;
  end
  x = lydian_arguments_of(numbers, shapes);
  y = cell(1, results);
  [y{:}] = feval(name, x{:});
  text = ["values " strjoin(cellfun(@lydian_part, y, "UniformOutput", false), "|")];
end

function lydian_main(in, out, file, name, shapes, results)
  [folder, stem] = fileparts(file);
  addpath(folder);
  try
    % Octave looks into the current folder first, where another file may have the same name.
    found = canonicalize_file_name(which(name));
    if ! strcmp(stem, name) || ! strcmp(found, canonicalize_file_name(file)) source(file); end
    if ! any(exist(name) == [2 3 5 103])
      fprintf(out, "missing\n"); fflush(out); return;
    end
    fprintf(out, "ready %d %d\n", nargin(name), nargout(name));
  catch problem
    fprintf(out, "failed %s\n", strrep(problem.message, "\n", " "));
  end
  fflush(out);
  while ischar(line = fgetl(in))
    words = strsplit(strtrim(line), " ");
    numbers = hex2num(char(words(2:end)));
    try
      text = lydian_call(name, numbers, shapes, results);
    catch problem
      % These speak of the code and not of the input: a name that is not there rejects nothing.
      mistakes = {"Octave:undefined-function", "Octave:invalid-fun-call", "Lydian:no-number"};
      kind = {"rejected ", "broken "}{1 + any(strcmp(problem.identifier, mistakes))};
      text = [kind strrep(problem.message, "\n", " ")];
    end
    fprintf(out, "%s %s\n", words{1}, text);
    fflush(out);
  end
end

lydian_arguments = argv();
lydian_shapes = ostrsplit(lydian_arguments{5}, " ", true);
lydian_results = max([0 str2double(lydian_arguments{6})]);
lydian_main(fopen(lydian_arguments{1}, "r"), fopen(lydian_arguments{2}, "w"), lydian_arguments{3:4}, lydian_shapes, lydian_results);
