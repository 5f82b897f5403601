import { expect, test } from 'vitest'
import { addFigures, countStatement, type CountedPart, type YearFigures } from './shares.ts'
import { findFiling, findThreshold } from './thresholds.ts'

const NOTHING = {
  gross: 0n,
  extraPay: 0n,
  adjustments: 0n,
  reimbursements: 0n,
  withheld: 0n,
  net: 0n,
}

function part(id: number, amount: bigint, paidOn: string, appliedOn: string | null = null) {
  return { id, amount, paidOn, appliedOn }
}

function sumYear(year: string, counted: { day: string; figures: YearFigures }[]): YearFigures {
  const inYear = counted.filter(({ day }) => day.startsWith(year))
  return addFigures(inYear.map(({ figures }) => figures))
}

test('C9 Gross is split by the payments, and the last part takes what is left', () => {
  // 3,000.00 × 1,000.00 ÷ 1,999.99 = 1,500.0075 → 1,500.01; 3,000.00 − 1,500.01 = 1,499.99.
  const counted = countStatement({
    figures: { ...NOTHING, gross: 3_000_00n, net: 1_999_99n },
    parts: [part(1, 1_000_00n, '2026-12-31'), part(2, 999_99n, '2027-01-02')],
    paidOn: '2027-01-02',
  })
  expect(sumYear('2026', counted)).toMatchObject({ gross: 1_500_01n, deductions: 500_01n })
  expect(sumYear('2027', counted)).toMatchObject({ gross: 1_499_99n, deductions: 500_00n })
})

test('C9 Each of three parts is rounded: 33.33, 33.33 and 33.34 of 100.00', () => {
  const parts = [1, 2, 3].map((id) => part(id, 30_00n, `202${id}-05-01`))
  const counted = countStatement({
    figures: { ...NOTHING, gross: 100_00n, net: 90_00n },
    parts,
    paidOn: '2023-05-01',
  })
  expect(counted.map(({ figures }) => figures.gross)).toEqual([33_33n, 33_33n, 33_34n])
})

test('C9 Money counts when it is paid, the rest of its gross when it is applied', () => {
  // 400.00 of a net of 1,000.00 is 40%: 40% of 1,500.00 is 600.00, and 400.00 of it counted in 2026.
  const counted = countStatement({
    figures: { ...NOTHING, gross: 1_500_00n, net: 1_000_00n },
    parts: [part(1, 400_00n, '2026-12-30', '2027-01-15'), part(2, 600_00n, '2027-01-15')],
    paidOn: '2027-01-15',
  })
  expect(sumYear('2026', counted)).toMatchObject({ gross: 400_00n, deductions: 0n, net: 400_00n })
  // 200.00 + 900.00.
  expect(sumYear('2027', counted)).toMatchObject({ gross: 1_100_00n, net: 600_00n })
  expect(counted.map(({ kind }) => kind)).toEqual(['money', 'rest', 'whole'])
})

test('C9 A net of 0.00 counts on its approval day, and an open part does not count', () => {
  const figures = { ...NOTHING, gross: 3_000_00n }
  expect(countStatement({ figures, parts: [], paidOn: '2026-12-31' })).toMatchObject([
    { day: '2026-12-31', figures: { gross: 3_000_00n, deductions: 3_000_00n, net: 0n } },
  ])
  expect(countStatement({ figures, parts: [], paidOn: null })).toEqual([])
  const open = countStatement({
    figures: { ...NOTHING, gross: 900_00n, net: 300_00n },
    parts: [part(1, 100_00n, '2026-12-31')],
    paidOn: null,
  })
  expect(addFigures(open.map((one) => one.figures))).toMatchObject({ gross: 300_00n, net: 100_00n })
})

test('C9 The shares of all years add up to the statement, whatever the parts are', () => {
  const random = seeded(14)
  for (let round = 0; round < 3000; round++) {
    const net = BigInt(1 + random(500_00))
    const figures = {
      gross: BigInt(random(900_00)) - 100_00n,
      extraPay: BigInt(random(100_00)),
      adjustments: BigInt(random(200_00)) - 100_00n,
      reimbursements: BigInt(random(50_00)),
      withheld: BigInt(random(100_00)),
      net,
    }
    const parts = splitRandomly(net, 1 + random(5), random)
    const counted = countStatement({ figures, parts, paidOn: '2027-06-01' })
    const { gross, reimbursements, withheld } = figures
    const deductions = gross + reimbursements - withheld - net
    expect(addFigures(counted.map((one) => one.figures))).toEqual({ ...figures, deductions })
    for (const { figures: share } of counted)
      expect(share.gross + share.reimbursements - share.deductions - share.withheld).toBe(share.net)
    // The money of a year is that of its payments.
    for (const year of ['2025', '2026', '2027']) {
      const paid = parts.filter(({ paidOn }) => paidOn.startsWith(year))
      expect(sumYear(year, counted).net).toBe(paid.reduce((sum, { amount }) => sum + amount, 0n))
    }
  }
})

test('C9 The threshold is $600 through 2025 and $2,000 from 2026', () => {
  expect([2024, 2025, 2026, 2027].map(findThreshold)).toEqual([
    '600.00',
    '600.00',
    '2000.00',
    '2000.00',
  ])
  expect(findFiling(2025, '600.00', '0.00')).toBe('reached')
  expect(findFiling(2025, '599.99', '0.00')).toBe('below')
  expect(findFiling(2026, '1999.99', '0.00')).toBe('below')
  expect(findFiling(2026, '2000.00', '0.00')).toBe('reached')
  expect(findFiling(2026, '100.00', '24.00')).toBe('withheld')
})

function splitRandomly(net: bigint, count: number, random: (below: number) => number) {
  const parts: CountedPart[] = []
  let left = net
  for (let id = 1; id <= count && left > 0n; id++) {
    const amount = id === count ? left : BigInt(1 + random(Number(left)))
    const paidOn = `${2025 + random(3)}-0${1 + random(9)}-01`
    const appliedOn = random(3) === 0 ? `${2025 + random(3)}-0${1 + random(9)}-15` : null
    parts.push({ id, amount, paidOn, appliedOn })
    left -= amount
  }
  return parts
}

/** Numbers from 0 up to, but not including, `below`; the same in every run. */
function seeded(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}
