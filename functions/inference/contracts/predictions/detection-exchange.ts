/** Pictures and the boxes of what is on them, as this contract takes and gives them. */
import { hash } from 'node:crypto';
import * as v from 'valibot';
import type { DetectionInput, Detections } from '../../pipelines/object-detection/prediction.ts';
import type { ParsedRequest } from '../contract.ts';
import { jsonBody } from '../description/operation.ts';
import { declaredType, type HttpRequest, json, readJson } from '../http.ts';
import { decodePicture, pictureField } from '../request/base64.ts';
import { checkBody, strictFields } from '../request/check-body.ts';
import { cachedUnder } from '../request/request-id.ts';
import type { Exchange } from './exchange.ts';
import { PICTURE_BODIES, readPicture } from './picture-exchange.ts';

const Share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
const OPTIONS = {
  threshold: v.optional(v.pipe(Share, v.description('Least score of a box. By default that of the model.'))),
  iou: v.optional(
    v.pipe(
      Share,
      v.description(
        'Intersection over union beyond which the less probable of two boxes of one label is left out. By default that of the model.',
      ),
    ),
  ),
};
const RequestSchema = v.pipe(
  strictFields({ image: pictureField('The picture in base64 (RFC 4648, section 4).'), ...OPTIONS }),
  v.title('Request'),
);
const QuerySchema = strictFields(OPTIONS);

const Side = v.pipe(v.number(), v.integer());
const Prediction = v.pipe(
  v.array(
    v.object({
      label: v.string(),
      score: v.number(),
      box: v.object({ xmin: Side, ymin: Side, xmax: Side, ymax: Side }),
    }),
  ),
  v.title('Prediction'),
  v.description('Most probable first; boxes in whole pixels of the picture, turned as it was held.'),
);
const EXAMPLE = [{ label: 'cat', score: 0.94, box: { xmin: 12, ymin: 40, xmax: 310, ymax: 420 } }];

export function detections(): Exchange<ParsedRequest<DetectionInput>, Detections> {
  return {
    parse(request) {
      const { picture, ...options } = readRequest(request);
      const digest = () => hash('sha256', JSON.stringify([hash('sha256', picture), options]));
      return { ...cachedUnder(request, digest), input: { pictures: [picture], ...options } };
    },
    reply({ output }) {
      // As Hugging Face's pipeline, which cuts fractions off.
      const whole = ({ xmin, ymin, xmax, ymax }: Detections['detections'][number]['box']) => ({
        xmin: Math.trunc(xmin),
        ymin: Math.trunc(ymin),
        xmax: Math.trunc(xmax),
        ymax: Math.trunc(ymax),
      });
      return json(
        200,
        output.detections.map(({ label, score, box }) => ({ label, score, box: whole(box) })),
      );
    },
    // It reads the parameters itself, and refuses unknown ones.
    ignoresQuery: true,
    summary: 'Pictures',
    schemas: { PredictionRequest: RequestSchema, Prediction },
    describe: () => ({
      summary: 'The boxes of what is on one picture',
      description:
        'Accepts the picture itself, a form with it as the only file, or JSON with it in base64. `threshold` and `iou` are ' +
        'parameters of the address, or fields of the JSON.',
      takes: { ...PICTURE_BODIES, ...jsonBody(RequestSchema) },
      gives: jsonBody(Prediction, EXAMPLE),
      replies: 'The boxes',
    }),
    example: (url) => `curl -s ${url} -H "content-type: image/jpeg" --data-binary "@picture.jpg"`,
  };
}

/** @throws {Problem} when the request has no picture, too large a one, or wrong options */
function readRequest(request: HttpRequest) {
  const { query } = request;
  const said = [...new URLSearchParams(query)].map(([name, text]) => [name, numberIn(text)]);
  const options = checkBody(QuerySchema, Object.fromEntries(said), 'The address');
  if (declaredType(request) !== 'application/json') return { picture: readPicture(request), ...options };
  const { image, ...fields } = checkBody(RequestSchema, readJson(request));
  return { picture: decodePicture(image, request.maxBodyBytes), ...options, ...fields };
}

/** A text that is no number is left as it is, to be refused. */
function numberIn(text: string): number | string {
  return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);
}
