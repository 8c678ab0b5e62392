/** The competition's side of the contract `esun-2022`. */
import { esunClient, esunOutline } from '../esun/client.ts';
import { hypothesesOf } from '../text-sample.ts';

export const esun2022Client = esunClient('esun-2022', (sample) => ({
  sentence_list: hypothesesOf(sample),
}));

export const esun2022Outline = esunOutline(esun2022Client);
