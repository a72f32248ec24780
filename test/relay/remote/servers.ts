import { afterEach } from 'vitest'
import { type Seen, serveWeb, type Web } from '../../helpers/web.ts'
import { type RemoteRig, startRemoteRig } from './rig.ts'

/** Servers and relays of one test, which end with it. */
export function ofThisTest() {
  const webs: Web[] = []
  const rigs: RemoteRig[] = []
  afterEach(async () => {
    await Promise.all(rigs.splice(0).map(rig => rig.leave()))
    await Promise.all(webs.splice(0).map(web => web.close()))
  })
  return {
    async serve(answer: (seen: Seen, web: Web) => void | Promise<void>): Promise<Web> {
      const web = await serveWeb(answer)
      webs.push(web)
      return web
    },
    rigFor(...args: Parameters<typeof startRemoteRig>): RemoteRig {
      const rig = startRemoteRig(...args)
      rigs.push(rig)
      return rig
    },
  }
}
