import { escapeText } from '../../project/escape-text.ts';
import type { Check } from '../verdict/outcome.ts';
import { exampleOf, kindOf } from './failures.ts';
import type { LoadReport } from './load-report.ts';

/** What a finding other than `kept` is called: an error is no fault of what was tested. */
const ELEMENTS: Record<Exclude<Check['finding'], 'kept'>, [element: 'failure' | 'error', type: string]> = {
  broken: ['failure', 'FAIL'],
  unproven: ['failure', 'NOT PROVEN'],
  invalid: ['error', 'INVALID'],
};

/** Reports as JUnit's XML, in the form that CI servers read: a suite for each scenario, a case for each check. */
export function toJunit(reports: readonly LoadReport[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites name="load tests">',
    ...reports.flatMap(suiteOf),
    '</testsuites>',
    '',
  ].join('\n');
}

function suiteOf(report: LoadReport): string[] {
  const { scenario, started, seconds, commit, machine, commandLine, verdict } = report;
  const count = (...findings: Check['finding'][]) =>
    verdict.checks.filter(({ finding }) => findings.includes(finding)).length;
  const suite = {
    name: scenario,
    tests: verdict.checks.length,
    failures: count('broken', 'unproven'),
    errors: count('invalid'),
    skipped: 0,
    time: seconds.toFixed(3),
    timestamp: started.replace(/\.\d+Z$/, ''),
  };
  const properties = { outcome: verdict.outcome, commit, machine, commandLine };
  const failures = verdict.failures.map(
    (failure) => `${failure.count} × ${kindOf(failure)}: ${exampleOf(failure)}`,
  );
  return [
    `  <testsuite${attributes(suite)}>`,
    '    <properties>',
    ...Object.entries(properties).map(([name, value]) => `      <property${attributes({ name, value })}/>`),
    '    </properties>',
    ...verdict.checks.map((check) => `    ${caseOf(scenario, check)}`),
    ...(failures.length === 0 ? [] : [`    <system-out>${text(failures.join('\n'))}</system-out>`]),
    '  </testsuite>',
  ];
}

function caseOf(scenario: string, { name, finding, detail }: Check): string {
  const opened = `<testcase${attributes({ classname: `load.${scenario}`, name, time: 0 })}>`;
  if (finding === 'kept') return `${opened}<system-out>${text(detail)}</system-out></testcase>`;
  const [element, type] = ELEMENTS[finding];
  return `${opened}<${element}${attributes({ type, message: detail })}/></testcase>`;
}

function attributes(values: Record<string, string | number>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${text(String(value))}"`)
    .join('');
}

/** Text as XML may have it: characters that XML 1.0 forbids are left out. */
function text(value: string): string {
  return escapeText(value.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, ''));
}
