import { queryOptions } from '@tanstack/react-query'
import type { SavedBillingSettings } from '#core/invoices/settings.ts'
import { request } from '#web/api/client.ts'

const PATH = '/api/invoice-settings'

export const billingSettingsQuery = queryOptions({
  queryKey: ['billing-settings'],
  queryFn: () => request<SavedBillingSettings>('GET', PATH),
})

/** Replaces only the version that the form was opened with (SPEC B22). */
export function saveBillingSettings(values: object, version: number) {
  return request<SavedBillingSettings>('PUT', PATH, {
    body: values,
    headers: { 'If-Match': `"${version}"` },
  })
}
