import { PageError } from "@/components/ui/page-error";
import { noteFailure, toAppError } from "@/lib/http/problem";

/** What a page reads of reports, or null while they are not available: it then shows `<ReportsBusy />` in their place. */
export async function nullIfBusy<T>(reports: Promise<T>): Promise<T | null> {
  try {
    return await reports;
  } catch (error) {
    if (toAppError(error)?.code !== "service_unavailable") throw error;
    noteFailure(error);
    return null;
  }
}

/** 'Try again' leads to `path`, the address of the page. */
export const ReportsBusy = ({ path }: { path: string }) => (
  <PageError retry={path}>Reports are not available right now. Please try again in a moment.</PageError>
);
