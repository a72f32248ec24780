/**
 * Hosted servers that are known to ask for a log-in through the browser when no key is sent along, by the name of
 * their machine. None is ever asked: a name that is missing here only means that its log-in is noticed later.
 */
const hosted = [
  'api.githubcopilot.com',
  'mcp.supabase.com',
  'mcp.sentry.dev',
  'mcp.linear.app',
  'mcp.notion.com',
  'mcp.atlassian.com',
  'mcp.vercel.com',
  'mcp.asana.com',
  'mcp.figma.com',
  'mcp.stripe.com',
  'mcp.neon.tech',
  'mcp.intercom.com',
  'mcp.paypal.com',
  'mcp.monday.com',
  'mcp.clickup.com',
  'mcp.box.com',
  'mcp.canva.com',
  'mcp.webflow.com',
  'mcp.wix.com',
  'mcp.squareup.com',
  'mcp.prisma.io',
  'mcp.cloudflare.com',
  'mcp.zapier.com',
  'mcp.expo.dev',
  'mcp.hubspot.com',
  'mcp.slack.com',
  'mcp.miro.com',
  'mcp.netlify.com',
]

/** Why a server at an address is taken for one that the host logs in to. */
export function loginAt(url: string): string | undefined {
  const name = URL.canParse(url) ? new URL(url).hostname : ''
  const isKnown = hosted.some(each => name === each || name.endsWith(`.${each}`))
  return isKnown ? `${name} asks for a log-in, and that is kept by the host` : undefined
}
