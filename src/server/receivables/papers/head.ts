/** The head of a paper: the current company. Throws 409 while it still has sample values (SPEC C341). */
import type { Database, Work } from '#server/database/open.ts'
import { requireCompany } from '#server/settings/company.ts'
import { readLogo } from '#server/settings/logo-store.ts'
import type { PaperHead } from './paper.ts'

export async function readHead(
  work: Database | Work,
  userId: string,
): Promise<Pick<PaperHead, 'company' | 'logo'>> {
  const company = await requireCompany(work, userId)
  return { company, logo: await readLogo(work, userId, company.logoUrl) }
}
