import postgres from "postgres";
import { startMailServer } from "@/tests/support/mail-server";
import type { Part } from "../bench";
import { allAnswered, effort, load, median, whole } from "../measure";
import { orderingClients } from "./orders";

const WAITING = 10_000;

/**
 * Messages never hold up a sale: orders while ten thousand messages wait for a mail server that is silent, beside a shop without mail; and how soon
 * a mail follows its order.
 */
export const messages: Part = async (world) => {
  const mail = await startMailServer();
  const without = await world.database(10_000, { name: "run_without_mail" });
  const withMail = await world.database(10_000, { name: "run_with_mail" });
  const settings = { SMTP_URL: mail.url, MAIL_FROM: "Mithaas <orders@example.com>" };
  const plain = await world.serve(without);
  const mailing = await world.serve(withMail, settings);
  const sql = postgres(withMail, { max: 1 });
  try {
    const [people, mailed] = [await orderingClients(without), await orderingClients(withMail)];
    const delays: number[] = [];
    for (let i = 0; i < effort.rounds * 2; i++) {
      const person = mailed[i % mailed.length];
      const [reserve, order] = person?.requests ?? [];
      for (const { path, body } of [reserve, order].filter((request) => request !== undefined)) {
        const headers = { ...person?.headers, "content-type": "application/json" };
        const answer = await fetch(mailing.url + path, { method: "POST", headers, body });
        if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
        await answer.arrayBuffer();
      }
      const [before, began] = [mail.received.length, performance.now()];
      while (mail.received.length === before && performance.now() - began < 20_000)
        await new Promise((resolve) => setTimeout(resolve, 5));
      delays.push(performance.now() - began);
    }

    mail.state.behaviour = "stall";
    await sql`
      insert into messages (kind, event, order_id)
      select 'order_received', 'bench:' || id, id from (select id from orders order by id desc limit ${WAITING}) o`;
    const ratios: number[] = [];
    const p99: number[] = [];
    const rates: [number[], number[]] = [[], []];
    await load({ url: plain.url, clients: people, seconds: effort.warmUp });
    await load({ url: mailing.url, clients: mailed, seconds: effort.warmUp });
    for (let round = 0; round < effort.rounds; round++) {
      const limit = allAnswered("without mail", await load({ url: plain.url, clients: people }));
      const ours = allAnswered("with mail", await load({ url: mailing.url, clients: mailed }));
      rates[0].push(limit.perSecond);
      rates[1].push(ours.perSecond);
      ratios.push(ours.perSecond / limit.perSecond);
      p99.push(ours.p99);
    }
    return {
      rows: [
        {
          what: "from an order to its mail",
          ours: `${whole(median(delays))} ms`,
          goal: "≤ 2000 ms",
          met: median(delays) <= 2000,
        },
        {
          what: `reserve + order, ${whole(WAITING)} messages waiting, mail server silent (p99 ${whole(median(p99))} ms)`,
          ours: `${whole(median(rates[1]))} /s`,
          limit: `${whole(median(rates[0]))} /s`,
          ratio: median(ratios),
          goal: "≥ 0.9 × without mail",
          met: median(ratios) >= 0.9,
        },
      ],
    };
  } finally {
    await sql.end();
    await plain.stop();
    await mailing.stop();
    await mail.stop();
  }
};
