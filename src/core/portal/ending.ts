/** The end of a secret, as the portal and statements show it. */

const SHOWN = 4
/** A shorter secret has no ending, because almost all of it would be shown. */
const MIN_LENGTH = 6

/** The last four digits of bank details: "Routing 021000021, account 12345678" → "5678". Null if there are too few. */
export function endingOfBank(details: string | null): string | null {
  const digits = details?.replaceAll(/\D/g, '') ?? ''
  return digits.length < MIN_LENGTH ? null : digits.slice(-SHOWN)
}

/** The last four characters of a tax ID: "12-3456789" → "6789". Null if there are too few. */
export function endingOfTaxId(taxId: string | null): string | null {
  const characters = taxId?.replaceAll(/\W/g, '') ?? ''
  return characters.length < MIN_LENGTH ? null : characters.slice(-SHOWN)
}
