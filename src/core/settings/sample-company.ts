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
