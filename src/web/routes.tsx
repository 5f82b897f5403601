/** Which address shows what: the only place that puts the features together. */
import { lazy } from 'react'
import { createBrowserRouter, type RouteObject } from 'react-router'
import { entityNamed } from '#core/entities.ts'
import type { EntityName } from '#core/fields.ts'
import { Broken } from '#web/shell/broken.tsx'
import { Gate } from '#web/shell/gate.tsx'
import { NotFoundPage } from '#web/shell/not-found-page.tsx'

/** The plain entities: their screens come whole out of their declarations. */
const PLAIN: EntityName[] = ['drivers', 'owners', 'trucks', 'brokers', 'dispatchers']

const screens: RouteObject[] = [
  {
    index: true,
    lazy: async () => ({
      Component: (await import('#web/dashboard/dashboard-page.tsx')).DashboardPage,
    }),
  },
  ...PLAIN.map((name) => ({
    path: name,
    lazy: async () => {
      const { RecordsPage } = await import('#web/records/records-page.tsx')
      return { Component: () => <RecordsPage entity={entityNamed(name)} /> }
    },
  })),
  {
    path: 'loads',
    lazy: async () => ({ Component: (await import('#web/loads/loads-page.tsx')).LoadsPage }),
  },
  {
    path: 'settlements',
    lazy: async () => ({
      Component: (await import('#web/settlements/settlements-page.tsx')).SettlementsPage,
    }),
  },
  {
    path: 'settings',
    lazy: async () => ({
      Component: (await import('#web/settings/settings-page.tsx')).SettingsPage,
    }),
  },
  { path: '*', Component: NotFoundPage },
]

const LoginPage = lazy(async () => ({
  default: (await import('#web/accounts/login-page.tsx')).LoginPage,
}))
const SignupPage = lazy(async () => ({
  default: (await import('#web/accounts/signup-page.tsx')).SignupPage,
}))
const SignedIn = lazy(async () => ({ default: (await import('#web/signed-in.tsx')).SignedIn }))

export const router = createBrowserRouter([
  {
    element: <Gate signup={<SignupPage />} login={<LoginPage />} shell={<SignedIn />} />,
    errorElement: <Broken />,
    HydrateFallback: () => null,
    // A screen that fails leaves the shell standing around it.
    children: [{ errorElement: <Broken />, children: screens }],
  },
])
