import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runCost } from '../../cost/command/main.ts';
import { offerOf, priceListServer } from './offers.ts';
import { REPORT } from './report.ts';

const directory = mkdtempSync(join(tmpdir(), 'cost-'));
afterAll(() => rmSync(directory, { recursive: true }));

/** Runs a command line; file names in it are in a directory of the test's own. */
async function run(line: string) {
  const printed: string[] = [];
  const reported: string[] = [];
  const exitCode = await runCost(line.split(' ').filter(Boolean), {
    print: (text) => printed.push(text),
    report: (text) => reported.push(text),
  });
  return { exitCode, printed: printed.join('\n'), reported: reported.join('\n') };
}

function reportFile(change: object = {}): string {
  const file = join(directory, 'report.json');
  writeFileSync(file, JSON.stringify({ ...REPORT, ...change }));
  return file;
}

const BARE = '--request-bytes 0 --response-bytes 0 --log-bytes 0 --metrics 0 --alarms 0';

describe('npm run cost', () => {
  it('prints the worked example to the cent', async () => {
    const line = `--rps 10 --fresh 300 --provisioned 4 --spill-over 0 --write-units 2 ${BARE} --region us-east-1`;

    const { exitCode, printed } = await run(line);

    expect(exitCode).toBe(0);
    expect(printed).toMatch(/total, month \(730 h\) +\$272\.47\n/);
    expect(printed).toMatch(/per request\/s +\$27\.25\n/);
  });

  it('explains every line with its arithmetic, source and date', async () => {
    const { printed } = await run(`--rps 10 --fresh 300 --provisioned 4 --spill-over 0 ${BARE} --explain`);

    expect(printed).toContain('4 environments × 1769/1024 GB × 730 h × 3600 s = 18,159,891 GB-seconds');
    expect(printed).toMatch(
      /lambda\.provisioned\.x86_64: \$0\.0000041667 per GB-second \(.*https:.*; 20\d\d-/,
    );
  });

  it('prices exactly the load run it is given', async () => {
    const { printed } = await run(`--from ${reportFile()} --provisioned 6 --json`);

    const { bill } = JSON.parse(printed);
    const line = (title: string) =>
      bill.lines.find((line: { title: string }) => line.title === title).quantity;
    // 8/s × 730 h, 75 % of them 160 ms and 25 % 16 ms, 2 % on demand.
    expect(bill.requests).toBe(8 * 730 * 3600);
    expect(line('Lambda duration, provisioned')).toBeCloseTo((bill.requests * 0.124 * 1769 * 0.98) / 1024, 0);
    expect(line('Lambda duration, on demand')).toBeCloseTo((bill.requests * 0.124 * 1769 * 0.02) / 1024, 0);
    expect(bill.perRequestPerSecond).toBeCloseTo(bill.dollars / 8, 9);
  });

  it('bills as on demand what nothing is provisioned for, whatever spills over', async () => {
    const line = `--rps 10 --fresh 300 --questions 5000 ${BARE} --json`;

    const [zero, none] = await Promise.all([run(`${line} --spill-over 0`), run(line)]);

    expect(JSON.parse(zero.printed).outcome.onDemandShare).toBe(1);
    expect(JSON.parse(zero.printed).bill).toEqual(JSON.parse(none.printed).bill);
  });

  it('takes from a load run how much was provisioned where its report says so', async () => {
    const { printed } = await run(`--from ${reportFile({ provisioned: 4 })} --json`);

    expect(JSON.parse(printed).configuration.provisioned).toBe(4);
  });

  it('asks how much was provisioned when a load run spilled over', async () => {
    const { exitCode, reported } = await run(`--from ${reportFile()}`);

    expect([exitCode, reported]).toEqual([2, expect.stringContaining('--provisioned is missing')]);
  });

  it('prices a competition and says what a month of it would be', async () => {
    const { printed } = await run('--rps 7 --fresh 150 --provisioned 8 --days 4 --hours 10 --questions 5000');

    expect(printed).toMatch(/total, 4 days of 10 h +\$\d/);
    expect(printed).toMatch(/day and night for a month +\$\d/);
  });

  it.each([
    ['--rps -3 --fresh 100', '--rps must be a number above 0, not "-3".'],
    ['--rps seven --fresh 100', '--rps must be a number above 0, not "seven".'],
    ['--fresh 100', '--rps is missing: give the requests per second, or --from'],
    ['--rps 7', '--fresh is missing: give the mean duration of a fresh question in ms, or --from'],
    ['--rps 7 --fresh 100 --repeats 0.2', '--cached is missing: 20 % of the requests are repeats'],
    ['--rps 7 --fresh 100 --repeats 20', '--repeats must be a number of 0 or more and at most 1, not "20".'],
    ['--rps 7 --fresh 100 --fresh-p99 300', '--fresh-p50, --fresh-p95 and --fresh-p99 belong together'],
    ['--rps 7 --fresh 100 --region mars-1', 'Unknown region "mars-1": there are prices for ap-northeast-1'],
    ['--rps 7 --fresh 100 --architecture mips', '--architecture must be x86_64 or arm64, not "mips".'],
    [
      '--rps 7 --fresh 100 --provisioned 1.5',
      '--provisioned must be a whole number of 0 or more, not "1.5".',
    ],
    [
      '--rps 7 --fresh 100 --memory 100',
      '--memory must be a whole number above 127 and at most 10240, not "100".',
    ],
    ['--rps 7 --fresh 100 --hours 3', '--hours and --provisioned-hours belong to --days'],
    [
      '--rps 7 --fresh 100 --days 2 --hours 9 --provisioned-hours 8',
      '--provisioned-hours must cover the 9 busy hours',
    ],
    ['--rps 7 --frsh 100', 'Unknown option --frsh for estimate: see npm run cost -- estimate --help.'],
    ['plan --rps 7 --fresh 100 --provisioned 8', 'Unknown option --provisioned for plan'],
    ['--rps', '--rps needs a value: --rps <n>.'],
    ['--rps 7 --fresh 100 --json=3', '--json takes no value.'],
    ['--rps 7 --fresh 100 more', 'Unexpected "more": options begin with --.'],
    ['guess --rps 7', 'Unknown command "guess": there are estimate, plan, compare, simulate, refresh.'],
    ['--from nowhere.json', 'Cannot read nowhere.json as JSON'],
    ['simulate --rps 7 --fresh 100', '--environments is missing'],
    [
      'compare --rps 7 --fresh 100 --questions 100 --chart cost.png',
      '--chart must name a .svg or .html file',
    ],
    ['refresh --output nowhere', '--output must be a directory of price snapshots'],
  ])('refuses "%s" with one line that says what would be right', async (line, message) => {
    const { exitCode, printed, reported } = await run(line);

    expect([exitCode, printed]).toEqual([2, '']);
    expect(reported).toContain(message);
    expect(reported).not.toContain('\n');
  });

  it('refuses a bill by the name of the price that nobody cites', async () => {
    const { exitCode, reported } = await run(
      '--rps 7 --fresh 100 --spill-over 0 --region ap-northeast-1 --architecture arm64 --provisioned 3',
    );

    expect(exitCode).toBe(1);
    expect(reported).toMatch(/^No cited price "lambda\.provisioned\.arm64" for ap-northeast-1: .*$/);
  });

  it.each(['', '--help', 'plan --help', 'compare --help', 'simulate --help', 'refresh --help'])(
    'helps with "%s"',
    async (line) => {
      const { exitCode, printed } = await run(line);

      expect(exitCode).toBe(0);
      expect(printed).toContain(`npm run cost -- ${line.split(' ')[1] ? line.split(' ')[0] : '['}`);
    },
  );
});

describe('npm run cost -- plan', () => {
  it('shows the cheapest that keeps the promise above the next cheaper one that does not', async () => {
    const { exitCode, printed } = await run('plan --rps 3 --fresh 300 --late 0.0001 --questions 20000');

    expect(exitCode).toBe(0);
    expect(printed).toMatch(/the cheapest that keeps it.*\nthe next cheaper, does not/);
    expect(printed).toContain('Erlang-B');
  });

  it('fails when no configuration keeps the promise', async () => {
    const { exitCode, printed } = await run('plan --rps 3 --fresh 950 --questions 1000');

    expect(exitCode).toBe(1);
    expect(printed).toContain('No configuration keeps the promise');
  });
});

describe('npm run cost -- compare', () => {
  it('prints factors to the cheapest and writes the chart', async () => {
    const file = join(directory, 'cost.html');

    const { printed } = await run(
      `compare --rps 7 --fresh 150 --questions 5000 --from-rate 1 --to-rate 20 --chart ${file}`,
    );

    expect(printed).toMatch(/DigitalOcean s-1vcpu-1gb +\$10\.00 +× 1\.00/);
    expect(printed).toContain(`Wrote ${file}`);
    expect(readFileSync(file, 'utf8')).toContain('<svg');
  });

  it('writes the chart beside JSON too', async () => {
    const file = join(directory, 'beside.svg');

    const { printed } = await run(
      `compare --rps 7 --fresh 150 --questions 1000 --from-rate 1 --to-rate 2 --chart ${file} --json`,
    );

    expect(JSON.parse(printed).cheapestByRate).not.toEqual([]);
    expect(readFileSync(file, 'utf8')).toContain('<svg');
  });

  it('fails when nothing keeps the promise, and draws nothing', async () => {
    const file = join(directory, 'nothing.svg');

    const { exitCode, printed } = await run(`compare --rps 1 --fresh 1200 --questions 1000 --chart ${file}`);

    expect(exitCode).toBe(1);
    expect(printed).toMatch(/on demand only +\$.* no /);
    expect(printed).toContain('No alternative keeps the promise at this rate');
    expect(existsSync(file)).toBe(false);
  });

  it('still compares what can be priced in a region with gaps', async () => {
    const { exitCode, printed } = await run(
      'compare --rps 7 --fresh 150 --questions 5000 --from-rate 1 --to-rate 20 --region ap-northeast-1',
    );

    expect(exitCode).toBe(0);
    expect(printed).toMatch(/Managed Instances.*refused.*no cited price "ec2\.m7g\.large"/);
  });
});

describe('npm run cost -- simulate', () => {
  it('sets the run with repeats beside the one without', async () => {
    const { printed } = await run(
      'simulate --rps 7 --fresh 520 --cached 20 --environments 4 --overflow queue --questions 5000',
    );

    expect(printed).toMatch(/attempts per question +1\.000 +2\.\d{3}/);
    expect(printed).toContain('Erlang-B for single arrivals');
  });
});

describe('npm run cost -- refresh', () => {
  it('writes a new snapshot and says what it kept', async () => {
    const lambda = offerOf([{ usage: 'Request', tiers: [['0', 'Inf', '0.0000003']] }]);
    const none = offerOf([]);
    const { url, server } = await priceListServer({
      AWSLambda: lambda,
      AmazonApiGateway: none,
      AmazonDynamoDB: none,
      AmazonCloudWatch: none,
      AWSDataTransfer: none,
    });

    const { exitCode, printed, reported } = await run(`refresh --base-url ${url} --output ${directory}`);
    server.close();

    const { prices } = JSON.parse(readFileSync(join(directory, 'us-east-1.json'), 'utf8'));
    expect(exitCode).toBe(0);
    expect(prices['lambda.requests.x86_64']).toMatchObject({
      unit: 'request',
      value: 3e-7,
      date: '2026-11-20',
    });
    expect(printed).toContain('us-east-1.json: 1 prices from the price list.');
    expect(reported).toContain('5/5 AWSDataTransfer');
  });
});
