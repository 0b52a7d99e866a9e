import { privateFile } from "@/app/private-file";
import { currentActor } from "@/lib/auth/request";
import { DEADLINE, within } from "@/lib/http/deadline";
import { responseOrProblem } from "@/lib/http/problem";
import { exportAccount } from "@/lib/people/account-queries";

/**
 * All data of the current user as a JSON file. It streams, so that thousands of orders need little memory. A failure after the first part
 * breaks the download off.
 */
export const GET = (request: Request) =>
  responseOrProblem(request, async () => {
    const parts = exportAccount(await currentActor());
    const stop = () => void parts.return();
    const first = await within(DEADLINE, parts.next()).catch((error) => {
      stop();
      throw error;
    });
    // Nobody would take the rest. A client that goes before the first part is sent cancels nothing.
    if (request.method === "HEAD" || request.signal.aborted) stop();
    request.signal.addEventListener("abort", stop, { once: true });
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(encoder.encode(first.value ?? "")),
      async pull(controller) {
        const { done, value } = await parts.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      cancel: stop,
    });
    return privateFile(body, "application/json", 'attachment; filename="mithaas-my-data.json"');
  });
