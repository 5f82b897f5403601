/**
 * The captions of a translation into Spanish. A translation prints the figures of the frozen snapshot; unlike the printed
 * formats, its wording may change, because the English statement is the record (SPEC C80).
 */
import { formatSpanishMonth } from '#core/calendar.ts'
import type { Captions } from './captions.ts'

/** The translation of every printed format. */
export const spanish: Captions = {
  title: 'Liquidación del contratista independiente',
  translationNote:
    'Traducción al español. La liquidación original en inglés es el documento oficial. Fechas: mes/día/año.',
  marks: { draft: 'BORRADOR', void: 'ANULADA' },
  draft: 'Borrador',
  statement: (number) => `Liquidación ${number}`,
  documentName: (statement, truck, date) =>
    `${statement}: camión ${truck}, fecha de liquidación ${date}`,
  footer: (statement, date) => `${statement}, fecha de liquidación ${date}  ·  Traducción`,
  page: (page, count) => `Página ${page} de ${count}`,
  unknownCharacter: (replacement) =>
    `${replacement} reemplaza un carácter que esta fuente no puede imprimir.`,

  facts: {
    statement: 'Liquidación',
    settlementDate: 'Fecha',
    period: 'Período',
    week: 'Semana',
    loads: 'Cargas',
  },
  week: ({ weekNumber, settlementDate }) => `${weekNumber}, ${formatSpanishMonth(settlementDate)}`,
  paymentMethods: {
    check: 'Cheque',
    ach: 'ACH',
    wire: 'Transferencia bancaria',
    direct_deposit: 'Depósito directo',
    cash: 'Efectivo',
  },

  payTo: 'Páguese a',
  noPayee: 'Beneficiario no asignado',
  taxId: (ending) => `Identificación fiscal (Tax ID) que termina en ${ending}`,
  equipment: 'Equipo',
  truck: (number) => `Camión ${number}`,
  vin: (vin) => `VIN ${vin}`,
  drivers: (names) => `${names.length === 1 ? 'Chofer' : 'Choferes'}: ${names.join(', ')}`,

  noLoads: 'Sin cargas',
  weight: (pounds) => `${pounds} lb`,
  charges: {
    kinds: {
      'line-haul': 'Flete',
      'fuel-surcharge': 'Recargo por combustible',
      detention: 'Detención',
      layover: 'Estadía',
      tonu: 'Camión pedido, no usado',
      'stop-off': 'Parada adicional',
      lumper: 'Descarga (lumper)',
      other: 'Otro',
    },
    share: (percent, amount) => `${percent}% de ${amount}`,
  },
  totalRevenue: 'Ingreso total',
  currentLoadTotal: 'Total de las cargas (actual)',
  loadChanges: 'Cambios desde que se guardó esta liquidación',

  deductions: {
    category: 'Deducciones',
    date: 'Fecha',
    description: 'Descripción',
    amount: 'Monto',
    total: 'Total',
  },
  noDeductions: 'Sin deducciones',
  categories: {
    fuel: 'Combustible',
    truckPayment: 'Pago del camión',
    trailerRental: 'Renta del remolque',
    insurance: 'Seguro',
    maintenance: 'Mantenimiento',
    tires: 'Llantas',
    permits: 'Permisos',
    tolls: 'Peajes',
    parking: 'Estacionamiento',
    factoring: 'Factoraje',
    other: 'Otros',
  },
  computation: (quantity, rate) => `${quantity} × ${rate}`,
  continued: (category) => `${category} (continuación)`,
  categoryTotal: (category) => `Total de ${category.toLowerCase()}`,
  totalDeductions: 'Total de deducciones',

  summary: { revenue: 'Pago bruto', deductions: 'Menos deducciones', net: 'Pago neto' },
  balances: {
    title: 'Saldos',
    opening: 'Saldo anterior',
    change: 'Esta liquidación',
    closing: 'Saldo final',
  },
  balance: ({ description, kind, total, formerTotal }) => {
    const totals = formerTotal ? `${total} (antes ${formerTotal})` : total
    if (kind === 'escrow') return `${description}: depósito en garantía, meta ${totals}`
    return `${description}: ${kind === 'loan' ? 'préstamo' : 'anticipo'} de ${totals}, saldo por pagar`
  },
  yearToDate: (year) => `Acumulado del año ${year}`,
  yearNote:
    'Liquidaciones de este beneficiario hasta esta. Los ajustes son parte del pago bruto; los reembolsos reducen las deducciones.',
  yearFigures: { revenue: 'Pago bruto', deductions: 'Deducciones', net: 'Neto' },
  notes: 'Notas',
  voidReason: (reason) => `Anulada: ${reason}`,

  sections: {
    earnings: 'Ingresos',
    extraPay: { type: 'Pago adicional', total: 'Total de pago adicional' },
    extraPayTypes: {
      detention: 'Tiempo de espera (detention)',
      layover: 'Estadía (layover)',
      bonus: 'Bono',
      other: 'Otro',
    },
    grossPay: 'Pago bruto',
    reimbursements: { category: 'Reembolsos', total: 'Total de reembolsos' },
    adjustments: { statement: 'Ajustes', total: 'Total de ajustes a liquidaciones anteriores' },
    adjusted: (number) => `Liquidación ${number}`,
    date: 'Fecha',
    description: 'Descripción',
    amount: 'Monto',
    missingReason: 'Falta el motivo',
    summary: {
      reimbursements: 'Reembolsos',
      adjustments: 'Ajustes a liquidaciones anteriores',
    },
    alreadyPaid: ({ method, reference, day }) =>
      `Ya pagado: ${[method, reference].filter(Boolean).join(' ')} (${day})`,
    payments: {
      date: 'Pagos',
      method: 'Método',
      number: 'Número',
      amount: 'Monto',
      open: 'Monto pendiente',
    },
    noMethod: 'pago',
    entries: {
      repayment: 'abono',
      'write-off': 'condonación',
      interest: 'intereses',
      'transfer-out': 'traspaso a otro saldo',
      'transfer-in': 'traspaso de otro saldo',
    },
    entry: ({ kind, amount, day, isUndo }) =>
      `; el saldo anterior incluye ${kind}${isUndo ? ' (anulación)' : ''} ${amount} (${day})`,
  },
  cards: {
    title: 'Compras con tarjeta en estas deducciones',
    retail: 'Precio al público',
    discount: 'Descuento',
    passedOn: 'Trasladado',
    charged: 'Cobrado',
    total: 'Total de compras con tarjeta',
  },
  checks: {
    inPercentages: 'cuenta para los porcentajes',
    minimumNet: (net) => `neto mínimo ${net}`,
    netIs: (grossPay, steps) => `el neto es ${[`${grossPay} de pago bruto`, ...steps].join(', ')}`,
    netParts: {
      reimbursements: 'reembolsos',
      adjustments: 'ajustes',
      withholding: 'retención adicional',
      deductions: 'deducciones sin neto mínimo',
    },
    plus: (amount, name) => `más ${amount} de ${name}`,
    less: (amount, name) => `menos ${amount} de ${name}`,
    leftForLater: (amount) => `${amount} aún no deducidos`,
    notDeducted: (description) => `Aún no deducido: ${description}`,
  },
}
