// Draws PDFs, one at a time, in a thread of its own (lib/invoices/pdf.ts): a page takes a tenth of a second of a processor. It is
// JavaScript because Node 20 runs no TypeScript in a thread, whatever compiled its caller.
import { createRequire } from "node:module";
import { parentPort } from "node:worker_threads";
import { openFont, openFonts, pdfmakeFonts } from "./pdf-fonts.mjs";
import { withTypedLines } from "./pdf-text.mjs";

const require = createRequire(import.meta.url);
// Its types lack its file system.
/** @type {any} */
const pdfmake = require("pdfmake");

pdfmake.setFonts(pdfmakeFonts);
// What a document says can name no file and no address.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy(() => false);

/** Below the head and around the sums. @param {number} at @param {{ table: { body: unknown[] } }} node */
const isStrong = (at, node) => at === 1 || at >= node.table.body.length - 1;

/** @type {Record<string, import("pdfmake/interfaces").CustomTableLayout>} */
const layouts = {
  lines: {
    hLineWidth: (at, node) => (at === 0 ? 0 : isStrong(at, node) ? 0.8 : 0.4),
    vLineWidth: () => 0,
    hLineColor: (at, node) => (isStrong(at, node) ? "#6e1423" : "#d9c7a8"),
    paddingLeft: () => 3,
    paddingRight: () => 3,
    paddingTop: () => 3,
    paddingBottom: () => 3,
  },
};
pdfmake.addTableLayouts(layouts);

/** @param {import("./pdf-document").PdfTask} task */
function draw({ definition, footer, pageNumbers }) {
  const small = { fontSize: 8, color: "#684e45" };
  const content = withTypedLines(definition.content);
  // What the shop itself says is in Mukta.
  for (const bold of [false, true]) openFont("Mukta", bold);
  // In pdfmake's own file system, which no policy restricts.
  for (const { path, bytes } of openFonts.values()) pdfmake.virtualfs.writeFileSync(path, bytes);
  return pdfmake
    .createPdf({
      ...definition,
      content,
      footer: (/** @type {number} */ page, /** @type {number} */ pages) => ({
        columns: [
          { text: footer, ...small },
          { text: pageNumbers ? `Page ${page} of ${pages}` : "", alignment: "right", ...small },
        ],
        margin: [40, 14, 40, 0],
      }),
    })
    .getBuffer();
}

parentPort?.on("message", async (task) => {
  try {
    parentPort?.postMessage({ bytes: await draw(task) });
  } catch (error) {
    parentPort?.postMessage({ error: error instanceof Error ? error.stack : String(error) });
  }
});
