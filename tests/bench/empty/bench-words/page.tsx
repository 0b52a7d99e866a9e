/** The limit for pages of a list's size: 157 KB of nothing but words, with rupee signs as prices have them. */
export default function WordsPage() {
  return <main>{"Kaju katli, ₹500. ".repeat(3700)}</main>;
}
