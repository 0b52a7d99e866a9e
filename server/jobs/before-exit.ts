// What a process finishes before it ends. Jobs run in the bundle of Next.js, and the stop in that of server/main.ts.
import { onePerProcess } from "@/lib/one-per-process";

type Work = () => Promise<unknown>;
const works = onePerProcess("work before exit", (): Work[] => []);

/** Registers what has to be done when the process is asked to end. */
export const beforeExit = (work: Work): void => {
  works.push(work);
};

/** Does what was registered. Never rejects: the process ends whatever becomes of it. */
export async function finishJobs(): Promise<void> {
  await Promise.allSettled(works.map((work) => work()));
}
