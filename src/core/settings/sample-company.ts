/** Whether a company has entered its details. Until then its settings are sample values (SPEC A3, C341). */
import { companyFields, type Company } from './company.ts'

/** The printed details with sample values that no company has. Dallas, TX 75201 may be a real one's. */
const SAMPLED = ['companyName', 'companyAddress', 'companyPhone', 'companyEmail'] as const

export type Details = Pick<Company, (typeof SAMPLED)[number]>

/** The details that are still sample values. */
export function listSampled(company: Details): (typeof SAMPLED)[number][] {
  return SAMPLED.filter((name) => company[name] === companyFields[name].defaultValue)
}

/** True until every printed detail was entered or left blank. */
export function isSampleCompany(company: Details): boolean {
  return listSampled(company).length > 0
}

export const companyMessages = {
  /** Nothing with sample values leaves the office (SPEC C341). */
  sample: 'The company still has sample values. An Admin must enter its details in Settings first.',
  sampleField: 'This is a sample value. Replace it or leave it blank.',
  sampleName: 'Enter the name of your company',
}

/** The messages at the fields that are still sample values. */
export function explainSampled(company: Details): Record<string, string[]> {
  const { sampleName, sampleField } = companyMessages
  return Object.fromEntries(
    listSampled(company).map((name) => [name, [name === 'companyName' ? sampleName : sampleField]]),
  )
}
