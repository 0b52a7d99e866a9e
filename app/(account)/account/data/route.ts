import { exportAccount } from "@/lib/accounts/account-queries";
import { currentActor } from "@/lib/auth/request";
import { responseOrProblem } from "@/lib/http/problem";

/** All data of the current user as a JSON file. */
export const GET = (request: Request) =>
  responseOrProblem(request, async () => {
    const data = await exportAccount(await currentActor());
    return new Response(JSON.stringify(data, null, 2), {
      headers: {
        "content-type": "application/json",
        "content-disposition": 'attachment; filename="mithaas-my-data.json"',
        "cache-control": "no-store",
      },
    });
  });
