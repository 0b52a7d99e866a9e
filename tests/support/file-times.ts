// A reporter of Vitest: how long each file took from its set-up to its last test, for the end of `npm test` (scripts/test-report.ts).
import fs from "node:fs";
import type { Reporter, TestModule } from "vitest/node";
import type { FileTime } from "@/scripts/test-report";

export default class FileTimes implements Reporter {
  private times: FileTime[] = [];

  onTestModuleEnd(module: TestModule) {
    const took = module.diagnostic();
    const ms = took.environmentSetupDuration + took.setupDuration + took.collectDuration + took.duration;
    this.times.push({ file: module.relativeModuleId, seconds: ms / 1000 });
  }

  onTestRunEnd() {
    fs.writeFileSync(process.env.TEST_FILE_TIMES ?? "", JSON.stringify(this.times));
  }
}
