// The page is complete without this. It adds: filters of the mutant list (also from the address, such as
// #operator=binary&status=equivalent or #filter=cos) and sorting of tables by a click on a heading.
(function () {
  "use strict";
  var form = document.querySelector(".filter");
  var rows = Array.prototype.slice.call(document.querySelectorAll("table.mutants tbody tr"));
  // Sorting moves rows between groups, so what group a row was made in is read now.
  var operators = rows.map(function (row) { return row.parentNode.dataset.o; });
  var texts = null;

  function value(name) { return form.elements[name].value; }

  function apply() {
    texts = texts || rows.map(function (row) { return row.textContent.toLowerCase(); });
    var operator = value("operator"), status = value("status"), text = value("filter").toLowerCase(), shown = 0;
    rows.forEach(function (row, i) {
      var fits = (!operator || operators[i] === operator) && (!status || row.className === status) && texts[i].indexOf(text) >= 0;
      row.hidden = !fits;
      shown += fits;
    });
    form.querySelector("output").textContent = shown + " of " + rows.length;
  }

  function fromAddress() {
    var wanted = new URLSearchParams(location.hash.slice(1)), given = false;
    ["operator", "status", "filter"].forEach(function (name) {
      given = given || wanted.has(name);
    });
    if (!given) { return; }
    ["operator", "status", "filter"].forEach(function (name) {
      form.elements[name].value = wanted.get(name) || "";
    });
    apply();
    document.getElementById("mutants").scrollIntoView();
  }

  function sortBy(table, column, head) {
    var down = head.getAttribute("aria-sort") === "ascending", body = table.tBodies[0];
    var compare = new Intl.Collator("en", { numeric: true }).compare;
    var all = Array.prototype.concat.apply([], Array.prototype.map.call(table.tBodies, function (part) { return Array.prototype.slice.call(part.rows); }));
    var keyed = all.map(function (row) { return [row.cells[column].textContent, row]; });
    keyed.sort(function (a, b) { return down ? compare(b[0], a[0]) : compare(a[0], b[0]); });
    Array.prototype.forEach.call(table.tHead.rows[0].cells, function (cell) { cell.removeAttribute("aria-sort"); });
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    keyed.forEach(function (pair) { body.appendChild(pair[1]); });
  }

  function sortable(table) {
    Array.prototype.forEach.call(table.tHead.rows[0].cells, function (head, column) {
      head.setAttribute("role", "button");
      head.tabIndex = 0;
      head.addEventListener("click", function () { sortBy(table, column, head); });
      head.addEventListener("keydown", function (event) { if (event.key === "Enter") { sortBy(table, column, head); } });
    });
  }

  document.querySelectorAll("table.mutants, table.sortable").forEach(sortable);
  if (form) {
    form.hidden = false;
    form.addEventListener("input", apply);
    form.addEventListener("submit", function (event) { event.preventDefault(); });
    window.addEventListener("hashchange", fromAddress);
    apply();
    fromAddress();
  }
})();
