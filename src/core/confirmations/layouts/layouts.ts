/** Known layouts of rate confirmations, as data. A layout adds words to the general labels; it never removes any. */
import type { ReadField } from '#core/confirmations/reading.ts'
import type { Side } from '#core/confirmations/words/labels.ts'

export type LayoutLabel = { label: string; side: Side }

/**
 * `brand`: words that only this broker's papers print. `domain`: the domain of the broker's email. In a label, "#" means
 * "#", "No." and "Number".
 */
export type Layout = {
  id: string
  broker: string
  domain: string
  brand: readonly string[]
  labels: Readonly<Partial<Record<ReadField, readonly LayoutLabel[]>>>
}

const right = (...labels: string[]): LayoutLabel[] =>
  labels.map((label) => ({ label, side: 'right' }))

export const LAYOUTS: readonly Layout[] = [
  {
    id: 'ch-robinson',
    broker: 'C.H. Robinson',
    domain: 'chrobinson.com',
    brand: ['C.H. Robinson', 'C. H. Robinson', 'CH Robinson', 'chrobinson.com'],
    labels: {
      brokerLoadNumber: right(
        'Carrier Load Confirmation',
        'Service for Load #',
        'Load Confirmation',
      ),
    },
  },
  {
    id: 'tql',
    broker: 'Total Quality Logistics',
    domain: 'tql.com',
    brand: ['Total Quality Logistics', 'tql.com', 'TQL'],
    labels: { brokerLoadNumber: right('Rate Confirmation for PO #', 'TQL PO #') },
  },
  {
    id: 'coyote',
    broker: 'Coyote Logistics',
    domain: 'coyote.com',
    brand: ['Coyote Logistics', 'coyote.com'],
    labels: { brokerLoadNumber: right('Rate Confirmation Load', 'Load') },
  },
  {
    id: 'landstar',
    broker: 'Landstar',
    domain: 'landstar.com',
    brand: ['Landstar Ranger', 'Landstar Inway', 'Landstar Ligon', 'Landstar', 'landstar.com'],
    labels: {
      brokerLoadNumber: right('FB #', 'Freight Bill #', 'EL #'),
      total: right('Total Carrier Pay'),
    },
  },
  {
    id: 'rxo',
    broker: 'RXO',
    domain: 'rxo.com',
    brand: ['RXO Capacity Solutions', 'RXO', 'rxo.com'],
    labels: { brokerLoadNumber: right('Load Confirmation'), total: right('Total Carrier Pay') },
  },
  {
    id: 'echo',
    broker: 'Echo Global Logistics',
    domain: 'echo.com',
    brand: ['Echo Global Logistics', 'echo.com'],
    labels: { brokerLoadNumber: right('Echo Order #', 'Order #', 'Echo Load #') },
  },
  {
    id: 'ntg',
    broker: 'Nolan Transportation Group',
    domain: 'ntgfreight.com',
    brand: ['Nolan Transportation Group', 'NTG', 'ntgfreight.com'],
    labels: { brokerLoadNumber: right('NTG Load #') },
  },
  {
    id: 'ldi',
    broker: 'Logistic Dynamics',
    domain: 'logisticdynamics.com',
    brand: ['Logistic Dynamics', 'logisticdynamics.com', 'LDI'],
    labels: { brokerLoadNumber: right('LDI Load #', 'Load #') },
  },
]
