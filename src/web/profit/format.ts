import { formatMoney, toCents, type Amount } from '#core/money.ts'

/** What has no base is no zero. */
export const NO_RATIO = '—'

export function formatPerMile(rate: Amount | null): string {
  return rate === null ? NO_RATIO : formatMoney(toCents(rate))
}

/** 12.9 → "12.9%". */
export function formatPercent(percent: number | null): string {
  return percent === null ? NO_RATIO : `${percent.toFixed(1)}%`
}
