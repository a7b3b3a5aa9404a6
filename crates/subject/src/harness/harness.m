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

function lydian_main(in, out, file, name)
  [folder, stem] = fileparts(file);
  addpath(folder);
  try
    % Octave looks into the current folder first, where another file may have the same name.
    found = canonicalize_file_name(which(name));
    if ! strcmp(stem, name) || ! strcmp(found, canonicalize_file_name(file)) source(file); end
    if ! any(exist(name) == [2 3 5 103])
      fprintf(out, "missing\n"); fflush(out); return;
    end
    fprintf(out, "ready %d\n", nargin(name));
  catch problem
    fprintf(out, "failed %s\n", strrep(problem.message, "\n", " "));
  end
  fflush(out);
  while ischar(line = fgetl(in))
    words = strsplit(strtrim(line), " ");
    x = num2cell(hex2num(char(words(2:end))));
    try
      text = lydian_answer(feval(name, x{:}));
    catch problem
      % These speak of the code and not of the input: a name that is not there rejects nothing.
      mistakes = {"Octave:undefined-function", "Octave:invalid-fun-call"};
      kind = {"rejected ", "broken "}{1 + any(strcmp(problem.identifier, mistakes))};
      text = [kind strrep(problem.message, "\n", " ")];
    end
    fprintf(out, "%s %s\n", words{1}, text);
    fflush(out);
  end
end

lydian_arguments = argv();
lydian_main(fopen(lydian_arguments{1}, "r"), fopen(lydian_arguments{2}, "w"), lydian_arguments{3}, lydian_arguments{4});
