import { adminMetadata, requireStaff } from "@/app/admin/guard";
import { ConfirmForm } from "@/components/admin/confirm-form";
import { KeyForm, KeyList } from "@/components/admin/keys/key-list";
import { singleValues } from "@/components/admin/urls";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { EmptyState } from "@/components/ui/empty-state";
import { listKeys } from "@/lib/people/key-queries";
import { canKeyWrite, keyNouns } from "@/lib/people/key-schema";
import { listStaff } from "@/lib/people/staff-queries";
import { create, revoke } from "./actions";

export const generateMetadata = adminMetadata("keys:read", "API Keys");

/** The keys of other programs, and the form that makes one. With `revoke` it asks before a key is ended. */
export default async function KeysPage({ searchParams }: PageProps<"/admin/keys">) {
  const owner = await requireStaff("/admin/keys", "keys:read", "staff:read");
  const [keys, staff] = await Promise.all([listKeys(owner), listStaff(owner)]);
  const { revoke: asked } = singleValues(await searchParams);
  const ending = keys.find(({ id, revoked }) => String(id) === asked && !revoked);
  const crumbs = [{ text: "Admin Panel", href: "/admin" }, { text: "API Keys" }];
  if (ending)
    return (
      <div className="pt-4">
        <Breadcrumbs crumbs={crumbs} />
        <ConfirmForm
          title={`Revoke the key ${ending.name}?`}
          action={revoke}
          fields={{ id: ending.id }}
          button="Revoke"
          failed="Failed to revoke the key"
          back={{ href: "/admin/keys", text: "Back" }}
        >
          The program that has it is refused at once. A revoked key cannot be used again.
        </ConfirmForm>
      </div>
    );
  return (
    <div className="pt-4">
      <Breadcrumbs crumbs={crumbs} />
      <h1 className="text-d3 mt-2">API Keys</h1>
      <p className="text-muted mt-1 max-w-prose">
        Another program, such as a till or an accountant&apos;s, signs in by a key of its own. It may do what it is
        given here, as long as its maker may, and everything that it does carries its name. The{" "}
        <a className="link" href="/api/docs">
          documentation
        </a>{" "}
        says what each request needs.
      </p>
      {keys.length === 0 ? (
        <EmptyState title="No keys yet" />
      ) : (
        <KeyList keys={keys} staff={staff} now={new Date().toISOString()} />
      )}
      <h2 className="text-d4 mt-8" id="new-key-title">
        New key
      </h2>
      <KeyForm action={create} nouns={keyNouns.map((noun) => ({ noun, canWrite: canKeyWrite(noun) }))} />
    </div>
  );
}
