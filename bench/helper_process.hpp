// A child process that answers questions: a line to its input, lines from its output up
// to an empty one.
#pragma once
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace selvage::bench {

class HelperProcess {
 public:
  explicit HelperProcess(const std::vector<std::string>& command) {
    int to_child[2], from_child[2];
    if (pipe(to_child) != 0 || pipe(from_child) != 0) std::abort();
    signal(SIGPIPE, SIG_IGN);  // a child that is gone gives no answers, that is all
    child_ = fork();
    if (child_ == 0) {
      dup2(to_child[0], STDIN_FILENO);
      dup2(from_child[1], STDOUT_FILENO);
      for (const int end : {to_child[0], to_child[1], from_child[0], from_child[1]})
        close(end);
      std::vector<char*> argv;
      for (const std::string& word : command)
        argv.push_back(const_cast<char*>(word.c_str()));
      argv.push_back(nullptr);
      execvp(argv[0], argv.data());
      _exit(127);
    }
    close(to_child[0]);
    close(from_child[1]);
    questions_ = fdopen(to_child[1], "w");
    answers_ = fdopen(from_child[0], "r");
  }
  HelperProcess(const HelperProcess&) = delete;
  HelperProcess& operator=(const HelperProcess&) = delete;
  ~HelperProcess() {
    std::fclose(questions_);
    std::fclose(answers_);
    waitpid(child_, nullptr, 0);
  }

  // Ends early, perhaps empty, if the child is gone.
  std::vector<std::string> answer() {
    std::vector<std::string> lines;
    std::string line;
    for (int c = 0; (c = std::fgetc(answers_)) != EOF;) {
      if (c != '\n') {
        line += static_cast<char>(c);
        continue;
      }
      if (line.empty()) break;
      lines.push_back(line);
      line.clear();
    }
    return lines;
  }
  std::vector<std::string> ask(const std::string& question) {
    std::fputs((question + "\n").c_str(), questions_);
    std::fflush(questions_);
    return answer();
  }

 private:
  pid_t child_;
  std::FILE *questions_, *answers_;
};

}  // namespace selvage::bench
