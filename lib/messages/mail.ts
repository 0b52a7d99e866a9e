import type { ShopFacts } from "@/lib/settings/facts";
import { shop } from "@/lib/shop";
import { urlOf } from "./links";

/**
 * What a mail says, before it is text or HTML. Templates make it from plain data; whatever people have typed is in it as it is and is
 * escaped where it is rendered.
 */
export type Block =
  | { kind: "text"; text: string }
  /** Terms with what they are: the window, how it is paid. */
  | { kind: "facts"; facts: readonly (readonly [term: string, text: string])[] }
  | {
      kind: "lines";
      lines: readonly { name: string; amount: string }[];
      total: { name: string; amount: string } | null;
    }
  | { kind: "link"; text: string; href: string; main?: boolean }
  /** What a person wrote. */
  | { kind: "quote"; text: string };

export const text = (text: string): Block => ({ kind: "text", text });

export type Mail = {
  subject: string;
  /** The line that a mailbox shows beside the subject. */
  preview: string;
  heading: string;
  blocks: readonly Block[];
};

/** The facts of the shop that every mail has in its head and foot. */
export const letterheadOf = ({ legalName, addressLine, callUs, fssai }: ShopFacts) => ({
  legalName,
  address: addressLine,
  phone: callUs.text,
  fssai,
  url: urlOf("/home"),
});
export type Letterhead = ReturnType<typeof letterheadOf>;

/** One line of text: a header field ends where a line ends. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();

const footOf = ({ legalName, address, phone, fssai, url }: Letterhead) => [
  `${shop.name} · ${legalName}`,
  address,
  `${phone} · FSSAI licence ${fssai}`,
  url,
];

function blockText(block: Block): string {
  switch (block.kind) {
    case "text":
      return block.text;
    case "facts":
      return block.facts.map(([term, text]) => `${term}: ${text}`).join("\n");
    case "lines":
      return [...block.lines, ...(block.total ? [block.total] : [])]
        .map(({ name, amount }) => `${name}  ${amount}`.trimEnd())
        .join("\n");
    case "link":
      return `${block.text}:\n${block.href}`;
    case "quote":
      return block.text.replace(/\r\n?/g, "\n").replace(/^/gm, "> ");
  }
}

/** The mail as text, without the foot: for WhatsApp too. */
export const bodyText = ({ heading, blocks }: Pick<Mail, "heading" | "blocks">): string =>
  [heading, ...blocks.map(blockText)].join("\n\n");

/** The mail as text. */
export const mailText = (mail: Mail, letterhead: Letterhead): string =>
  `${bodyText(mail)}\n\n-- \n${footOf(letterhead).join("\n")}\n`;

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

// The tokens of app/tokens.css, which a mail cannot refer to. Mailboxes take styles from the elements; the dark ones from the head.
const SANS = "font-family:Mukta,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const SERIF = "font-family:Eczar,Georgia,'Times New Roman',serif";
const DARK = `
.page{background:#1a0d0d!important}.sheet{background:#241413!important}.band{background:#47101b!important}
.ink{color:#f8ecd9!important}.soft{color:#ccb39f!important}.head{color:#fbdfae!important}.line{border-color:#452a27!important}
.go{background:#f0a83a!important;color:#2a1206!important}.way{color:#f5bd66!important}`;

const lineBreaks = (html: string) => html.replace(/\r\n?|\n/g, "<br>");
const cell = (html: string, style: string, name: string, more = "") =>
  `<td class="${name}"${more} style="${style}">${html}</td>`;

function blockHtml(block: Block): string {
  const text = `${SANS};font-size:16px;line-height:25px;color:#2a1411`;
  switch (block.kind) {
    case "text":
      return `<p class="ink" style="margin:0 0 16px;${text}">${lineBreaks(escapeHtml(block.text))}</p>`;
    case "quote":
      return `<p class="ink line" style="margin:0 0 16px;padding:2px 0 2px 14px;border-left:3px solid #b58a3c;overflow-wrap:anywhere;${text}">${lineBreaks(escapeHtml(block.text))}</p>`;
    case "facts": {
      const rows = block.facts.map(
        ([term, fact]) =>
          `<tr>${cell(escapeHtml(term), `padding:3px 16px 3px 0;vertical-align:top;${SANS};font-size:14px;line-height:25px;color:#684e45`, "soft")}${cell(lineBreaks(escapeHtml(fact)), `padding:3px 0;overflow-wrap:anywhere;${text}`, "ink")}</tr>`,
      );
      return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px">${rows.join("")}</table>`;
    }
    case "lines": {
      const row = ({ name, amount }: { name: string; amount: string }, weight: number) => {
        const style = `padding:8px 0;vertical-align:top;border-bottom:1px solid #e3d3b3;font-weight:${weight};${text}`;
        return `<tr>${cell(escapeHtml(name), `${style};overflow-wrap:anywhere`, "ink line")}${cell(escapeHtml(amount), `${style};padding-left:16px;white-space:nowrap`, "ink line", ' align="right"')}</tr>`;
      };
      const rows = block.lines.map((line) => row(line, 400));
      if (block.total) rows.push(row(block.total, 700));
      return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px">${rows.join("")}</table>`;
    }
    case "link": {
      const href = escapeHtml(block.href);
      if (!block.main)
        return `<p style="margin:0 0 16px;${text}"><a class="way" href="${href}" style="color:#7a1626;text-decoration:underline">${escapeHtml(block.text)}</a></p>`;
      return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 20px"><tr><td class="go" style="background:#6e1423;border-radius:3px"><a class="go" href="${href}" style="display:inline-block;padding:12px 22px;${SANS};font-size:16px;line-height:22px;font-weight:600;color:#fff3de;text-decoration:none;border-radius:3px">${escapeHtml(block.text)}</a></td></tr></table>`;
    }
  }
}

/**
 * The mail as HTML: a table 600 px wide that gives way on phones, styles on each element, no pictures, since mailboxes load none until
 * they are asked to.
 */
export function mailHtml(mail: Mail, letterhead: Letterhead): string {
  const title = escapeHtml(oneLine(mail.subject));
  const foot = footOf(letterhead).map(escapeHtml);
  const url = escapeHtml(letterhead.url);
  return `<!doctype html>
<html lang="en" dir="ltr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${title}</title>
<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${DARK}}@media (max-width:480px){.pad{padding-left:20px!important;padding-right:20px!important}}</style></head>
<body class="page" style="margin:0;padding:0;background:#fbf6e9;-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${escapeHtml(oneLine(mail.preview))}${"&#8199;&#65279;&#847; ".repeat(30)}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#fbf6e9"><tr><td align="center" style="padding:20px 10px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px">
<tr><td class="band pad" style="background:#6e1423;border-bottom:3px solid #eb970f;padding:20px 32px"><a href="${url}" style="${SERIF};font-size:28px;line-height:34px;font-weight:700;letter-spacing:-.01em;color:#fff1d9;text-decoration:none">${escapeHtml(shop.name)}</a><span style="${SANS};font-size:13px;color:#ecccb3"> &nbsp;Mithai since ${shop.since}</span></td></tr>
<tr><td class="sheet pad" style="background:#fffcf4;padding:28px 32px 16px">
<h1 class="head" style="margin:0 0 14px;${SERIF};font-size:25px;line-height:30px;font-weight:700;color:#5f101d">${escapeHtml(mail.heading)}</h1>
${mail.blocks.map(blockHtml).join("\n")}
</td></tr>
<tr><td class="soft pad" style="padding:18px 32px;${SANS};font-size:13px;line-height:20px;color:#684e45">${foot.slice(0, 3).join("<br>")}<br><a class="way" href="${url}" style="color:#7a1626">${foot[3]}</a></td></tr>
</table></td></tr></table></body></html>
`;
}
