import { exportCounter, exportGauge } from "@/lib/metrics";

type Runs = { done: number; failed: number; seconds: number; lastSuccess: number };
const runs = new Map<string, Runs>();

/** Counts a run of a job from now until what it gives is called with how it ended. */
export function countRun(job: string): (result: "done" | "failed") => void {
  const started = performance.now();
  return (result) => {
    const counts = runs.get(job) ?? { done: 0, failed: 0, seconds: 0, lastSuccess: 0 };
    counts[result]++;
    counts.seconds += (performance.now() - started) / 1000;
    if (result === "done") counts.lastSuccess = Date.now() / 1000;
    runs.set(job, counts);
  };
}

const samples = (read: (counts: Runs) => number, labels = {}) =>
  Array.from(runs, ([name, counts]) => ({ labels: { name, ...labels }, value: read(counts) }));

exportCounter("mithaas_job_runs_total", "Runs of a job that have ended, by result.", () =>
  (["done", "failed"] as const).flatMap((result) => samples((counts) => counts[result], { result })),
);
exportCounter("mithaas_job_seconds_total", "Time that runs of a job have taken.", () =>
  samples(({ seconds }) => seconds),
);
exportGauge("mithaas_job_last_success_timestamp_seconds", "When a job last ended without a failure.", () =>
  samples(({ lastSuccess }) => lastSuccess).filter(({ value }) => value > 0),
);
