import { DEFAULT_TASK } from '../tasks/find-task.ts';
import { LEAST_MEMBERS_MILLISECONDS, MOST_CPU } from './report/goals.ts';

export const HELP = `Usage: npm run bench -- [task] [options]

Measures the service on this machine against the members of the task alone, in bare ONNX Runtime: throughput,
CPU time, latency, cold start and memory. Linux only, because it reads /proc. Nothing else should run meanwhile.

  task              a task under models/, or a folder with an ensemble.json (default ${DEFAULT_TASK})
  --contract <name> ask by this one of the task's contracts (default: its first one)
  --clients <list>  only this: requests/s, latency and CPU time with so many clients that wait for their
                    answers, such as 1,2,4,8; without ids where the contract allows it, so that nothing is
                    remembered
  --tensors         with --clients: send decoded tensors by the Open Inference Protocol, in binary, as Triton's
                    own load generator does, instead of the samples as they are (pictures only)
  --roofline        only this: operations and bytes of every member, what a core of this machine can do, and which
                    part of it members reach with 1, 2, 4 … 32 questions at once, where they take several; on any system
  --chart <file>    with --roofline: draw it there, as SVG
  --peers           only this: beside a service of FastAPI and ONNX Runtime with the same members, samples, clients
                    (one number; default 10) and cores, in turns, for tasks of pictures and of text; on any system, CPU
                    time on Linux, and with it how far ahead nothing but the members would be
  --python <file>   with --peers: a Python with the packages of bench/peers/fastapi/requirements.txt (default python3)
  --steps           only this: CPU time of gateway, table and environment for a question, and how much of it members,
                    decoding, remembering and the rest take, in turns; one number of clients (default 10)
  --rounds <n>      with --peers, --steps: each measures everything once (default 5)
  --concurrency <n> with --peers: questions that an environment takes at once, as for npm start (default 1)
  --batch <n>       with --peers: questions that its members are asked together at most, 1 for one by one (default: what
                    the task's ensemble.json says)
  --seconds <n>     seconds per measurement of throughput (default 10); those of --roofline take a tenth of it each
  --requests <n>    requests of the measurement of memory (default 10000)
  --json <file>     write the measurements there as well (--peers: default dist/bench/peers.json)
  --help            show this text

Two goals are judged, which mean the same on any machine; where one is missed, the exit code is 1.
- Every request is answered.
- The environments take at most ${MOST_CPU.toFixed(1)} times the CPU time of the members that are asked: those which
  an answer takes, on the same samples, with nothing around them; decoding is among the rest. Where they take less than
  ${LEAST_MEMBERS_MILLISECONDS} ms a question, most of a request is the way and not the members: then the ratio is shown, not judged.
--peers judges that every request is answered, and both ways alike. Everything else depends on the machine and is
shown only. A wrong command line ends with exit code 2.`;
