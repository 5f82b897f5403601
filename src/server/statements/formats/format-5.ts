import type { Captions } from './captions.ts'
import { format4 } from './format-4.ts'

/**
 * The fifth printed format: format 4 with everything that its payee needs to check an amount: empty miles, the formula of
 * backup withholding, what a floor left for later, and the payee's own year to date. It never changes.
 */
export const format5: Captions = {
  ...format4,
  checks: {
    emptyMiles: 'Empty',
    inPercentages: 'percentages count it',
    minimumNet: (net) => `minimum net ${net}`,
    netIs: (grossPay, steps) => `net is ${[`${grossPay} gross pay`, ...steps].join(', ')}`,
    netParts: {
      reimbursements: 'reimbursements',
      adjustments: 'adjustments',
      withholding: 'backup withholding',
      deductions: 'deductions without a minimum net',
    },
    plus: (amount, name) => `plus ${amount} ${name}`,
    less: (amount, name) => `less ${amount} ${name}`,
    leftForLater: (amount) => `${amount} not deducted yet`,
    notDeducted: (description) => `Not deducted yet: ${description}`,
    yearNote:
      'Statements of this payee up to this one. Adjustments are part of gross pay, reimbursements reduce deductions.',
  },
}
