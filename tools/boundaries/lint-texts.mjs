// Lints texts as if they lay at the paths given, and prints the rules that each breaks.
import { ESLint } from 'eslint';

const eslint = new ESLint();
const broken = await Promise.all(
  JSON.parse(process.argv[2]).map(async ({ filePath, text }) => {
    const [result] = await eslint.lintText(text, { filePath });
    return result.messages.map(({ ruleId, message }) => ruleId ?? message);
  }),
);
process.stdout.write(JSON.stringify(broken));
