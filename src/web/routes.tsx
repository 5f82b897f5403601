/** The router: the declared screens within the shell. */
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router'
import { LoadingPalette } from '#web/palette/loading-palette.tsx'
import { ErrorScreen, UnloadedScreenError } from '#web/shell/error-screen.tsx'
import { Layout } from '#web/shell/layout.tsx'
import { NotFoundPage } from '#web/shell/not-found-page.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { listDestinations, type ScreenHandle } from '#web/ui/screens.ts'
import { screens } from './screens.ts'

const Palette = onDemand(
  async () => (await import('#web/palette/palette.tsx')).Palette,
  LoadingPalette,
)

/** A signed-in user is redirected from these to the dashboard. */
const signedOut: RouteObject[] = ['/login', '/signup', '/forgot-password'].map((path) => ({
  path,
  element: <Navigate to="/" replace />,
}))

function failToLoad(cause: unknown): never {
  throw new UnloadedScreenError('The code of a screen did not arrive', { cause })
}

const destinations = listDestinations(screens)

export const router = createBrowserRouter([
  {
    element: <Layout Palette={Palette} destinations={destinations} />,
    errorElement: <ErrorScreen />,
    HydrateFallback: () => null,
    children: [
      {
        // If a screen fails, the shell around it stays.
        errorElement: <ErrorScreen />,
        children: [
          ...signedOut,
          ...screens.map(({ path, access, parent, page }) => ({
            path,
            handle: { path, access, parent } satisfies ScreenHandle,
            lazy: async () => ({ Component: await page().catch(failToLoad) }),
          })),
          { path: '*', Component: NotFoundPage },
        ],
      },
    ],
  },
])
