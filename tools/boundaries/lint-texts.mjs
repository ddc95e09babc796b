// Lints texts as if they were files at the given paths, and prints the violated rules.
import { ESLint } from 'eslint';

const eslint = new ESLint();
const broken = await Promise.all(
  JSON.parse(process.argv[2]).map(async ({ filePath, text }) => {
    const [result] = await eslint.lintText(text, { filePath });
    return result.messages.map(({ ruleId, message }) => ruleId ?? message);
  }),
);
process.stdout.write(JSON.stringify(broken));
