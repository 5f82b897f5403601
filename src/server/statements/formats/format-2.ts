import type { Captions } from './captions.ts'
import { format1 } from './format-1.ts'

/** Printed format 2: format 1 with a table of the card purchases among the deductions (SPEC C578). It never changes. */
export const format2: Captions = {
  ...format1,
  cards: {
    title: 'Card purchases in these deductions',
    retail: 'Retail',
    discount: 'Discount',
    passedOn: 'Passed on',
    charged: 'Charged',
    total: 'Total card purchases',
  },
}
