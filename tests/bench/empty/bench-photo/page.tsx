import { Picture } from "@/components/ui/picture";
import photographs from "@/db/seed/photographs.json";

/** The limit for pages with photographs: the root layout, a heading and one photograph of a card's size. */
export default function PhotoPage() {
  return (
    <main>
      <h1>Empty</h1>
      <Picture image={photographs["kaju-katli"]} alt="" sizes="12rem" className="w-48" priority />
    </main>
  );
}
