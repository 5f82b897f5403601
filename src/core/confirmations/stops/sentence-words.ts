/** The words for stops in running text (SPEC C505). */

export const PICK =
  '(?:[Pp]ick(?:s|ed|ing)?[\\s-]?[Uu]p|PICK[\\s-]?UP|[Pp]icks?|PICK|[Ll]oad(?:s|ing)?|LOAD)'
export const DROP =
  '(?:[Dd]eliver(?:s|ing|y)?|DELIVER(?:Y)?|[Dd]rop(?:s|ping)?(?:[\\s-]?off)?|DROP|[Uu]nload(?:s|ing)?)'

const TWO_PLACES = new RegExp(`,\\s?[A-Z]{2}\\b.*\\b(?:${PICK}|${DROP})\\b.*,\\s?[A-Z]{2}\\b`)

/** "Pick up in Dallas, TX 75201 and deliver to Atlanta, GA 30303" is no heading of a pickup in Georgia. */
export function namesBothStops(text: string): boolean {
  const has = (words: string) => new RegExp(`\\b${words}\\b`).test(text)
  return has(PICK) && has(DROP) && TWO_PLACES.test(text)
}
