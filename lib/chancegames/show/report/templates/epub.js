() => {
  const drawn = "path, rect, circle, ellipse, line, polyline, polygon, text, tspan, use, g";
  const plain = { fill: "rgb(0, 0, 0)", stroke: "none", "stroke-width": "1px", "text-anchor": "start" };
  for (const shape of document.querySelectorAll("article svg")) {
    const box = shape.getBoundingClientRect();
    if (!shape.hasAttribute("width") && box.width) shape.setAttribute("width", Math.round(box.width));
    for (const part of shape.querySelectorAll(drawn)) {
      const style = getComputedStyle(part);
      for (const [name, usual] of Object.entries(plain)) {
        const said = part.getAttribute(name) ?? part.style.getPropertyValue(name);
        const meant = style.getPropertyValue(name);
        if (said ? /var\(|currentColor|calc\(/i.test(said) : meant !== usual) part.style.setProperty(name, meant);
      }
      if (part.localName === "text") part.style.fontSize = style.fontSize;
    }
  }
  [...document.querySelectorAll("article svg")].forEach((drawing, number) => {
    for (const named of drawing.querySelectorAll("[id]")) named.id = `${named.id}--${number}`;
    for (const part of drawing.querySelectorAll("*")) {
      for (const { name, value } of [...part.attributes]) {
        if (name.endsWith("href")) part.setAttribute(name, value.replace(/^#.*/, `$&--${number}`));
        else if (value.includes("url(#")) part.setAttribute(name, value.replace(/url\(#([^)]*)\)/g, `url(#$1--${number})`));
      }
    }
  });
  for (const idle of document.querySelectorAll("article link, article svg path:not([d])")) idle.remove();
  for (const set of document.querySelectorAll("mjx-container")) {
    set.replaceWith(set.querySelector("math"));
  }
  for (const listed of document.querySelectorAll("article dt dl")) {  // a signature, one argument per line
    const lines = document.createElement("div");
    lines.className = "arguments";
    for (const argument of [...listed.children]) {
      const line = document.createElement("div");
      line.append(...argument.childNodes);
      lines.append(line);
    }
    listed.replaceWith(lines);
  }
  for (const button of document.querySelectorAll("[tabindex]")) button.removeAttribute("tabindex");
  const names = new Set();
  for (const named of document.querySelectorAll("article [id]")) {
    if (names.has(named.id)) named.removeAttribute("id");
    names.add(named.id);
  }
  const articles = [...document.querySelectorAll("article.page")];
  for (const article of articles) {
    for (const link of article.querySelectorAll('a[href^="#"]')) {
      const there = document.getElementById(link.getAttribute("href").slice(1));
      const page = there?.closest("article.page");
      if (!page) link.replaceWith(...link.childNodes);
      else if (page !== article) link.setAttribute("href", `${page.id}.xhtml${page === there ? "" : link.getAttribute("href")}`);
    }
  }
  return articles.map((article) => [article.id, new XMLSerializer().serializeToString(article)]);
}
