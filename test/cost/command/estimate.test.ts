import { describe, expect, it } from 'vitest';
import { jsonOf, prints, refuses, reportFile, run } from './run.ts';

const ONE = '--rps 1 --fresh 200 --memory 1024';
const MANAGED = '--stage prod --set managedInstances=true';
const MANY = `${MANAGED} --rps 700 --fresh 15 --throughput 58`;
const PROD = '--stage prod --rps 7 --fresh 150 --days 4 --hours 10';
const UNTIMED = reportFile({ billedMilliseconds: { fresh: 0, cached: 0 }, workers: 4 });
const WARM = '--set warmFrom=08:00 --set warmUntil=18:00 --set timeZone=Asia/Taipei';
const LEFT_OUT =
  '--set encryptionKeyArn=arn:aws:kms:eu-west-1:123456789012:key/1a --set access=api-key ' +
  '--set captainEmail=a@b.cd --set serverSaltSecret=/salt';

describe('npm run cost', () => {
  prints(0, {
    'explains every line with its arithmetic, source and date': [
      '--rps 10 --fresh 300 --provisioned 4 --explain',
      '4 environments × 1769/1024 GB × 730 h × 3600 s = 18,159,891 GB-seconds',
      /lambda\.provisioned\.x86_64: \$0\.0000041667 per GB-second \(.*https:.*; 20\d\d-/,
    ],
    'subtracts the free tier with --free-tier, and says so in its last line': [
      `${ONE} --free-tier`,
      // (2,628,000 − 1,000,000) × 0.0000002, (525,600 − 400,000) × 0.0000166667
      /Lambda requests +2,628,000 requests +1,000,000 free +\$0\.33/,
      /Lambda duration, on demand +525,600 GB-seconds +400,000 free +\$2\.09/,
      /, after the free tier; no savings plan or tax\.$/,
    ],
    'subtracts nothing without --free-tier': [ONE, /, no free tier, savings plan or tax\.$/],
    'counts the instances that a rate takes at the throughput that was measured': [
      `${MANAGED} --set serverSaltSecret=/salt --rps 200 --fresh 15 --throughput 58`,
      'as given. At most 50 % of the CPU is used',
      // 200 / (58 × 0.5) = 6.9 environments. Each c7i.xlarge runs three, because Lambda reserves its fourth vCPU.
      '7 environments of 1 vCPU 2048 MB on 3 × c7i.xlarge (Managed Instances)',
      /EC2 instances, c7i.xlarge +4,380 hours +\$390\.91/,
      // The endpoints of the logs and of the salt, in three zones.
      /Interface endpoints +4,380 hours +\$43\.80/,
      'priced here are the cheapest that hold all environments, c7i.xlarge',
      /^(?![\s\S]*(Lambda duration|provisioned))/,
    ],
    helps: ['', 'npm run cost -- ['],
    'helps, when asked': ['--help', 'npm run cost -- ['],
    'helps with plan': ['plan --help', 'npm run cost -- plan'],
    'helps with compare': ['compare --help', 'npm run cost -- compare'],
  });

  refuses([
    [`${MANAGED} --rps 7 --fresh 15`, '--throughput is missing: handwriting runs on Managed Instances'],
    ['--stage prod --rps 7 --fresh 15 --throughput 9', 'not for handwriting: leave it out, or add --set'],
    [
      `${MANY} --set maximumEnvironments=4`,
      '700 requests/s need 25 environments, but maximumEnvironments is 4.',
    ],
    [
      `${MANY} --set maximumVcpus=12 --set instanceTypes=c7i.large`,
      '25 × c7i.large, which have 50 vCPUs together, but maximumVcpus',
    ],
    ['--rps -3 --fresh 100', '--rps must be a number above 0, not "-3".'],
    ['--fresh 100', '--rps is missing: give the requests per second, or --from'],
    ['--rps 7', '--fresh is missing: give the mean duration of an uncached request in ms, or --from'],
    ['--rps 7 --fresh 100 --repeats 0.29', '--cached is missing: 29.00 % of the requests are repeats'],
    [
      '--rps 7 --fresh 100 --with-id 0.1 --repeats 0.2 --cached 9',
      '--repeats (0.2) must be at most --with-id (0.1)',
    ],
    ['--rps 7 --fresh 100 --repeats 20', '--repeats must be a number of 0 or more and at most 1, not "20".'],
    ['--rps 7 --fresh 100 --region mars-1', 'no prices for the region "mars-1", only for ap-northeast-1'],
    ['--rps 7 --fresh 100 --architecture mips', '--architecture must be x86_64 or arm64, not "mips".'],
    ['--rps 7 --fresh 100 --provisioned 1.5', '--provisioned must be a whole number of 0 or more, not "1.5"'],
    ['--rps 7 --fresh 100 --memory 100', '--memory must be a whole number above 127 and at most 10240'],
    ['--rps 7 --fresh 100 --hours 3', '--hours needs --days'],
    ['guess --rps 7', 'Unknown command "guess": the commands are estimate, plan, compare.'],
    ['--rps 7 --fresh 150 --throughput 58', '--throughput needs --stage'],
    ['pln --rps 7', 'Unknown command "pln": did you mean plan?'],
    ['--from nowhere.json', 'Cannot read nowhere.json as JSON'],
    [`${PROD} --memory 1024`, '--memory comes from the stage: change it with --set memoryMegabytes=….'],
    ['--stage beta --rps 7 --fresh 150', 'There is no stage "beta": use --stage dev or --stage prod'],
    ['--stage dev --rps 7 --fresh 150 --set memory=3', 'There is no setting memory'],
    ['--stage dev --rps 7 --fresh 150 --model nothing', 'there is no model "nothing"'],
    ['--rps 7 --fresh 150 --set memoryMegabytes=3', '--set needs --stage'],
    ['--stage dev --model a,rps=1,fresh=2 --model a,rps=1,fresh=2', '--model names a twice'],
    ['--stage dev --model a,speed=1', 'not "speed=1"'],
    [
      '--model digits,rps=1,fresh=2',
      '--model needs --stage: without a stage, the load is --rps and --fresh, or the last run of npm run load -- poisson',
    ],
    ['--rps 7 --fresh 150 --request-bytes 7000000', "Lambda's limit is 6,291,456"],
    ['--rps 7 --fresh 31000', 'an HTTP API waits for at most 30,000 ms'],
    ['--rps 7 --fresh 150 --days 60', '--days must be a number above 0 and at most 31, not "60".'],
    [`--from ${reportFile()}`, '--provisioned is missing'],
    // A missing billed duration must not count as 0 ms.
    [`--from ${UNTIMED}`, 'sends server-timing'],
  ]);
});

describe('npm run cost -- --from', () => {
  it('prices exactly the load run it is given', async () => {
    const { bill } = await jsonOf(`--from ${reportFile()} --provisioned 6`);

    const line = (title: string) => bill.lines.find((one: { title: string }) => one.title === title).quantity;
    // 8/s × 730 h, 75 % of them 160 ms and 25 % 16 ms, 2 % on demand.
    expect(bill.requests).toBe(8 * 730 * 3600);
    expect(line('Lambda duration, provisioned')).toBeCloseTo((bill.requests * 0.124 * 1769 * 0.98) / 1024, 0);
    expect(line('Lambda duration, on demand')).toBeCloseTo((bill.requests * 0.124 * 1769 * 0.02) / 1024, 0);
    expect(bill.perRequestPerSecond).toBeCloseTo(bill.dollars / 8, 9);
  });

  it.each([
    ['as many environments at its rate', '--provisioned 4', 'from the load run'],
    ['a rate that is the same within 5 %', '--rps 8.39', 'from the load run'],
    ['a rate beyond that', '--rps 8.41', 'simulated'],
    ['fewer environments', '--provisioned 3', 'simulated'],
    ['other durations', '--fresh 200', 'simulated'],
    ['other durations of repeats', '--cached 90', 'simulated'],
    ['another share of repeats', '--repeats 0', 'simulated'],
    ['bursts', '--burst 10', 'simulated'],
  ])('uses the spill-over of the run only for the same load: %s', async (_, options, origin) => {
    const { models } = await jsonOf(`--from ${reportFile({ workers: 4 })} ${options}`);

    expect(models[0].outcome.origin).toContain(origin);
  });

  it.each([
    ['INVALID', 1],
    ['FAIL', 0],
  ])('reports that the verdict of a run is %s, %i times', async (outcome, times) => {
    const { printed } = await run(`--from ${reportFile({ verdict: { outcome }, workers: 4 })}`);

    expect(printed.split('The load run is INVALID').length - 1).toBe(times);
  });
});

describe('npm run cost -- --stage', () => {
  prints(0, {
    'prices prod for four days of ten warm hours as it was worked out by hand': [
      `${PROD} ${WARM}`,
      'x86_64, 1769 MB, 10 provisioned (1 in idle hours), HTTP API, response cache',
      /total, 4 days of 10 h +\$18\.19/,
      /day and night for a month +\$\d/,
      /^(?![\s\S]*Not counted)/,
    ],
    'pays environments around the clock where there are no warm hours': [
      `${PROD} --explain`,
      '10 environments × 1769/1024 GB × 96 h × 3600 s',
      // Target tracking has its two alarms even without warm hours, because it may raise the 10 environments to 20.
      '12 alarms × 96 h / 730 h',
    ],
    'names what it leaves out because no price of it is cited': [
      `${PROD} ${LEFT_OUT}`,
      'Not counted, because no price is cited: KMS (encryptionKeyArn), Secrets Manager (access=api-key).',
    ],
  });

  it('names the stage in JSON, too', async () => {
    const { notCounted } = await jsonOf(`${PROD} ${LEFT_OUT}`);

    expect(notCounted).toEqual(['KMS (encryptionKeyArn)', 'Secrets Manager (access=api-key)']);
  });

  // 50 × 0.15 / 0.65 = 11.5; 500 × 0.15 / 0.65 = 115, but at most 20
  it.each([
    [50, 12],
    [500, 20],
  ])('at %i/s keeps %i environments, as target tracking would, up to its maximum', async (rps, kept) => {
    const { models } = await jsonOf(`--stage prod --rps ${rps} --fresh 150`);

    expect(models[0].configuration.provisioned).toBe(kept);
  });

  it('gives each model its settings, its load and its lines, and the shared lines to the first', async () => {
    const [first, second] = ['--model handwriting,rps=2,fresh=150', '--model digits,rps=1,fresh=10'];

    const { models, bill } = await jsonOf(`--stage dev --set digits.memoryMegabytes=1024 ${first} ${second}`);

    expect(models).toMatchObject([
      { load: { ratePerSecond: 2 }, configuration: { memoryMegabytes: 1769, alarms: 9, dashboards: 1 } },
      { load: { ratePerSecond: 1 }, configuration: { memoryMegabytes: 1024, alarms: 7, dashboards: 0 } },
    ]);
    const named = new Set(bill.lines.map(({ model }: { model: string }) => model));
    expect([...named]).toEqual(['handwriting', 'digits']);
  });

  it.each([
    ['around the clock', '', 0, 0.001],
    // One environment at 0.45 Erlang loses 0.45 / 1.45 = 31 % (Erlang-B), in half of the hours.
    ['in half of the hours', `${WARM} --set warmUntil=20:00`, 0.14, 0.17],
  ])('counts requests outside warm hours against the idle environment: %s', async (_, hours, low, high) => {
    const twenty = '--set provisionedConcurrency=20 --set maximumProvisionedConcurrency=20';
    const { models } = await jsonOf(`--stage dev --rps 3 --fresh 150 ${twenty} ${hours}`);

    expect(models[0].outcome.onDemandShare).toBeGreaterThanOrEqual(low);
    expect(models[0].outcome.onDemandShare).toBeLessThan(high);
  });

  it.each([
    ['18:00', false, 0, 0.001],
    ['17:00', true, 0.01, 0.1],
  ])('counts no busy hour after warmUntil=%s as warm', async (until, shown, least, most) => {
    const warm = `--set warmFrom=08:00 --set warmUntil=${until} --set timeZone=UTC`;

    const { printed } = await run(`${PROD} ${warm} --from ${reportFile({ ratePerSecond: 7 })}`);

    const share = Number(/([\d.]+) % on demand/.exec(printed)?.[1] ?? 0) / 100;
    expect(printed.includes('36 h are warm. In the other hours, provisioned concurrency is 1.')).toBe(shown);
    expect(share).toBeGreaterThanOrEqual(least);
    expect(share).toBeLessThanOrEqual(most);
  });
});
