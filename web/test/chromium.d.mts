import type { Browser, BrowserServer, LaunchOptions } from 'playwright-core'

export declare function launchChromium(options?: LaunchOptions): Promise<Browser | null>
export declare function serveChromium(options?: LaunchOptions): Promise<BrowserServer | null>
export declare const HOW_TO_GET_ONE: string
