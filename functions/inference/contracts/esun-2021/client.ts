/** The competition's side of the contract `esun-2021`. */
import { toBase64 } from '../base64-text.ts';
import { esunClient, esunOutline } from '../esun/client.ts';

export const esun2021Client = esunClient('esun-2021', ({ bytes }) => ({ image: toBase64(bytes) }));

export const esun2021Outline = esunOutline(esun2021Client);
