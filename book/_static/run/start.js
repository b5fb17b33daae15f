// Browsers run modules over http only: a page opened as a file keeps its listings as they are.
if (location.protocol !== "file:") import("./run.js");
