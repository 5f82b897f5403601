/** Splits an address for the boxes of a 1099 (SPEC C462). */

export type SplitAddress = { street: string; city: string; state: string; zip: string }

const LAST_LINE =
  /^(?<street>[\s\S]*?)(?:\s*[,\n]\s*)(?<city>[^,\n\d]+?)[,\s]+(?<state>[A-Za-z]{2})\.?[,\s]+(?<zip>\d{5}(?:-\d{4})?|[A-Za-z]\d[A-Za-z] ?\d[A-Za-z]\d)(?:[,\s]+(?:US|USA|U\.S\.A\.|United States|Canada))?\s*$/

/**
 * "12 Elm Street, Apt 4\nDallas, TX 75201" is a street, a city, a state and a ZIP code. An address that does not end with city,
 * state and ZIP code stays whole in the street: a person splits it.
 */
export function splitAddress(address: string): SplitAddress {
  const { street, city, state, zip } = LAST_LINE.exec(address.trim())?.groups ?? {}
  if (!street || !city || !state || !zip)
    return { street: oneLine(address), city: '', state: '', zip: '' }
  return {
    street: oneLine(street),
    city: city.trim(),
    state: state.toUpperCase(),
    zip: zip.toUpperCase(),
  }
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s*\n\s*/g, ', ')
}
