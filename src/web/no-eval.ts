/**
 * Zod tests whether it may compile code, which the content security policy blocks and reports. This must be
 * set before the first schema is declared, so `main.tsx` imports it first. It imports only Zod's core.
 */
import { config } from 'zod/v4/core'

config({ jitless: true })
