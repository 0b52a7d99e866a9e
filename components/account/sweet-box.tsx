import { Star } from "@/components/layout/logo";

const sweets = ["katli", "jalebi", "peda", "jamun", "barfi", "laddoo", "modak", "nuts"] as const;

function Sweet({ name }: { name: string }) {
  return (
    <div className="photo aspect-square">
      <img src={`/art/sweet-${name}.svg`} alt="" width={240} height={240} fetchPriority="low" />
    </div>
  );
}

/** Decoration beside the login form: a box of drawn sweets around the star. */
export function SweetBox() {
  return (
    <div className="on-band relative bg-band overflow-hidden max-lg:hidden" aria-hidden="true">
      <div className="jaali" />
      <div className="absolute inset-0 grid place-items-center p-16">
        <div className="w-full max-w-[30rem] grid grid-cols-3 gap-2 p-3 bg-band-deep border border-band-accent/70">
          {sweets.slice(0, 4).map((name) => (
            <Sweet key={name} name={name} />
          ))}
          <div className="aspect-square bg-band-accent grid place-items-center text-[#6e1423] [--accent:#fff1d9]">
            <Star className="w-2/3" />
          </div>
          {sweets.slice(4).map((name) => (
            <Sweet key={name} name={name} />
          ))}
        </div>
      </div>
    </div>
  );
}
