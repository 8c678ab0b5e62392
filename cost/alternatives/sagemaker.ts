import { priceUsages } from '../bill/line.ts';
import { GIGABYTE } from '../bill/usage/bytes.ts';
import type { Usage } from '../bill/usage/usage.ts';
import { meanDuration, requestCount } from '../workload/workload.ts';
import { type Alternative, NotComparableError, promisedLatency } from './alternative.ts';
import { commonUsage, frontUsage } from './around.ts';

const SAGEMAKER_MOST_MEGABYTES = 6 * 1024;
const SAGEMAKER_MOST_AT_ONCE = 200;

/**
 * SageMaker Serverless Inference, nothing provisioned, behind a REST API that signs the calls. In its favour: a container
 * starts as fast and stays warm as long as an environment of Lambda.
 */
export function onSageMakerServerless(): Alternative {
  const name = 'SageMaker Serverless';
  return {
    name,
    isServerless: true,
    assess: (comparison) => {
      const { load, configuration, games, period, prices } = comparison;
      if (
        configuration.architecture !== 'x86_64' ||
        configuration.memoryMegabytes > SAGEMAKER_MOST_MEGABYTES
      ) {
        throw new NotComparableError('has x86_64 only, and 6 GB at most');
      }
      const onDemand = { ...configuration, provisioned: 0 };
      const atOnce = games.spilled(load, onDemand).length - 1;
      if (atOnce > SAGEMAKER_MOST_AT_ONCE) {
        throw new NotComparableError(`takes ${SAGEMAKER_MOST_AT_ONCE} at once, not ${atOnce}`);
      }
      const verdict = games.onLambda(load, onDemand);
      const gigabytes = Math.ceil(configuration.memoryMegabytes / 1024);
      const requests = requestCount(load, period);
      const seconds = meanDuration(load, configuration.cache) / 1000;
      const usages: Usage[] = [
        {
          title: name,
          name: 'sagemaker-serverless.duration',
          quantity: requests * seconds * gigabytes,
          arithmetic: `${requests} requests × ${seconds} s × ${gigabytes} GB`,
        },
        {
          title: `${name}, data`,
          name: 'sagemaker-serverless.data',
          quantity: (requests * (load.requestBytes + load.responseBytes)) / GIGABYTE,
          arithmetic: `${requests} requests × ${load.requestBytes + load.responseBytes} B / 2³⁰`,
        },
        ...frontUsage({ ...comparison, configuration: { ...configuration, frontDoor: 'rest-api' } }),
        ...commonUsage(comparison),
      ];
      return {
        dollars: priceUsages(usages, prices).reduce((sum, line) => sum + line.dollars, 0),
        count: 0,
        verdict,
        latency: promisedLatency(verdict, comparison),
        remark: `${gigabytes} GB, at most ${atOnce} at once`,
      };
    },
  };
}
