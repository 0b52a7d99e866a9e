import { driver, readDb } from "@/db/client";

/** How long the database may take to answer, in milliseconds: the whole answer is due within 2 s (decisions §6). */
const PATIENCE = 1_500;

/** Whether the database answers. Never throws. */
export async function isDatabaseUp(): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, PATIENCE, false);
  });
  const asked = driver(readDb())`select 1`.then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}
