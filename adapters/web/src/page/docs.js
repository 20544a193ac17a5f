// The API description as a page. Everything comes from /openapi.json and is inserted through textContent.
"use strict";

const $ = (id) => document.getElementById(id);
const METHODS = ["get", "post", "put", "patch", "delete"];
let api = null;

function el(tag, properties, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties || {})) {
    if (value === undefined || value === null) continue;
    if (name === "class") node.className = value;
    else if (name === "text") node.textContent = value;
    else node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

// The target of a `$ref`, or the value itself.
function resolved(thing) {
  if (!thing || !thing.$ref) return thing || {};
  return thing.$ref.replace("#/", "").split("/").reduce((at, name) => (at || {})[name], api) || {};
}

// Describes a schema in a few words.
function kind(schema) {
  if (!schema) return "";
  if (schema.$ref) return schema.$ref.split("/").pop();
  if (schema.oneOf) return schema.oneOf.map(kind).join(" or ");
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" or ");
  const types = [].concat(schema.type || "anything");
  return types.map((type) => (type === "array" ? `list of ${kind(schema.items)}` : type)).join(" or ");
}

function table(head, rows) {
  return el("table", {}, el("thead", {}, el("tr", {}, ...head.map((text) => el("th", { scope: "col", text })))),
    el("tbody", {}, ...rows.map((cells) => el("tr", {}, ...cells.map((text) => el("td", { text }))))));
}

function fields(schema) {
  const whole = resolved(schema);
  const required = new Set(whole.required || []);
  const rows = Object.entries(whole.properties || {}).map(([name, field]) => [
    name + (required.has(name) ? " (required)" : ""), kind(field), field.description || resolved(field).description || "",
  ]);
  return rows.length ? table(["field", "type", "what"], rows) : null;
}

function example(content) {
  return content.example === undefined ? null
    : el("pre", {}, el("code", {
      text: typeof content.example === "string" ? content.example : JSON.stringify(content.example, null, 2),
    }));
}

function body(content) {
  return Object.entries(content || {}).map(([type, one]) => el("div", {},
    el("p", { class: "hint", text: `${type}: ${kind(one.schema)}` }), fields(one.schema), example(one)));
}

function operation(path, method, one) {
  const details = el("details", { class: "operation" },
    el("summary", {}, el("code", { text: `${method.toUpperCase()} ${path}` }), ` ${one.summary || ""}`));
  if (one.description) details.append(el("p", { text: one.description }));
  const parameters = (one.parameters || []).map(resolved);
  if (parameters.length) {
    details.append(el("h3", { text: "Parameters" }), table(["name", "in", "type", "what"], parameters.map((at) => [
      at.name + (at.required ? " (required)" : ""), at.in, kind(at.schema), at.description || "",
    ])));
  }
  if (one.requestBody) details.append(el("h3", { text: "Body" }), ...body(one.requestBody.content));
  for (const [status, given] of Object.entries(one.responses || {})) {
    const response = resolved(given);
    details.append(el("h3", { text: `${status} ${response.description || ""}` }));
    const names = Object.keys(response.headers || {});
    if (names.length) details.append(el("p", { class: "hint", text: `Headers: ${names.join(", ")}` }));
    if (status < 300) details.append(...body(response.content));
  }
  return details;
}

function shown() {
  const wanted = $("search").value.trim().toLowerCase();
  const groups = new Map();
  for (const [path, item] of Object.entries(api.paths)) {
    for (const method of METHODS.filter((name) => item[name])) {
      const one = item[method];
      const words = `${method} ${path} ${one.summary || ""} ${one.description || ""}`.toLowerCase();
      if (!words.includes(wanted)) continue;
      const tag = (one.tags || ["other"])[0];
      groups.set(tag, [...(groups.get(tag) || []), operation(path, method, one)]);
    }
  }
  // Pages and operations come last.
  const last = (tag) => Number(["page", "operations"].includes(tag));
  const sorted = [...groups].sort(([one], [other]) => last(one) - last(other));
  const sections = sorted.map(([tag, all]) => el("article", {}, el("h2", { text: tag }), ...all));
  $("operations").replaceChildren(...(sections.length ? sections : [el("p", { text: "No route has these words." })]));
}

async function start() {
  try {
    const response = await fetch("openapi.json");
    if (!response.ok) throw new Error(`gorkd answered ${response.status}.`);
    api = await response.json();
  } catch (error) {
    $("trouble").textContent = `The description cannot be loaded. ${error.message || error}`;
    $("trouble").hidden = false;
    return;
  }
  $("about").textContent = `${api.info.title} ${api.info.version}. ${api.info.description}`;
  $("search").addEventListener("input", shown);
  shown();
}

start();
