/** Payment methods of drivers, owners and statements. Stored values differ: `direct-deposit`, `direct_deposit`. */

export const DRIVER_PAYMENT_METHODS = [
  { value: 'direct-deposit', label: 'Direct Deposit', aliases: ['ach', 'eft', 'dd'] },
  { value: 'check', label: 'Check', aliases: ['paper check'] },
  { value: 'cash', label: 'Cash' },
  { value: 'wire-transfer', label: 'Wire Transfer', aliases: ['wire', 'bank wire'] },
] as const

export const OWNER_PAYMENT_METHODS = [
  { value: 'check', label: 'Check', aliases: ['paper check'] },
  { value: 'ach', label: 'ACH', aliases: ['eft'] },
  { value: 'wire', label: 'Wire', aliases: ['wire transfer', 'bank wire'] },
  { value: 'direct_deposit', label: 'Direct Deposit', aliases: ['dd', 'eft'] },
] as const

export const STATEMENT_PAYMENT_METHODS = [
  ...OWNER_PAYMENT_METHODS,
  { value: 'cash', label: 'Cash' },
] as const

/** The method of a statement for a driver's or owner's own method: "wire-transfer" → "wire". Null if there is none. */
export function toStatementMethod(own: string | null): string | null {
  const spelled = own === 'wire-transfer' ? 'wire' : (own?.replace('-', '_') ?? null)
  return STATEMENT_PAYMENT_METHODS.some(({ value }) => value === spelled) ? spelled : null
}
