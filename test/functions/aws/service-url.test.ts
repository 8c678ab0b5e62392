import { describe, expect, it } from 'vitest';
import { serviceUrl } from '../../../functions/aws/service-url.ts';

const address = (environment: NodeJS.ProcessEnv) =>
  serviceUrl('dynamodb', 'DYNAMODB', '/', { AWS_REGION: 'eu-west-1', ...environment }).href;

describe('the address of a service', () => {
  it('is that of its region', () => {
    expect(address({})).toBe('https://dynamodb.eu-west-1.amazonaws.com/');
    expect(address({ AWS_REGION: 'cn-north-1' })).toBe('https://dynamodb.cn-north-1.amazonaws.com.cn/');
  });

  it('is another where the environment names one, the service’s own before that of all', () => {
    const all = { AWS_ENDPOINT_URL: 'http://127.0.0.1:4566' };
    expect(address(all)).toBe('http://127.0.0.1:4566/');
    expect(address({ ...all, AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:8000' })).toBe(
      'http://127.0.0.1:8000/',
    );
  });
});
