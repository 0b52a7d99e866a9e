/** The limit for pages of a list's size, 145 KB, with its rupee sign, because of which a text takes twice the memory: nothing but words. */
export default function WordsPage() {
  return <main>{"Kaju katli, ₹500. ".repeat(3700)}</main>;
}
