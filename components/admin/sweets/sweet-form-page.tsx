"use client";

import type { Route } from "next";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { toast } from "@/components/ui/toast";
import { SweetForm, type SweetFormProps } from "./sweet-form";

const LIST = "/admin?tab=products" as Route;

/** The form of a sweet on a page of its own: for browsers without JavaScript, and for the way back from a login. */
export function SweetFormPage(form: Pick<SweetFormProps, "sweet" | "action" | "reload">) {
  const router = useRouter();
  return (
    <div className="border border-border bg-surface mt-5">
      <SweetForm
        {...form}
        inPage
        onSaved={(message) => {
          toast.success(message);
          router.push(LIST);
        }}
        cancel={
          <Link className="btn btn-outline" href={LIST} prefetch={false}>
            Cancel
          </Link>
        }
      />
    </div>
  );
}
